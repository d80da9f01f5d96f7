import AudioSinks
import MediaTime
import PCMAudio
import PlainText

/// An output of an app as the destination of a sink.
final class CustomBlocks: BlockOutput {
    private let output: any CustomOutput
    private var next = FrameTime.zero

    init(_ output: any CustomOutput) {
        self.output = output
    }

    func write(_ samples: Span<Float>) throws(SinkFailure) {
        do {
            try output.play(samples, from: next)
        } catch {
            throw Self.failure(error)
        }
        next = next + samples.count / AudioFormat.pipelineChannelCount
    }

    var unheardFrameCount: Int? { output.unheardFrameCount }

    func close() throws(SinkFailure) {
        do {
            try output.close()
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> SinkFailure {
        SinkFailure("the app's output failed: \(String(describing: error).printable(limit: 500))")
    }
}
