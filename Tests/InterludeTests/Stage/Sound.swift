import Foundation
import MediaTime
import TestSignals
import Testing

/// The output of a session as bytes, so that long ranges are compared quickly.
struct Sound: Hashable {
    private let bytes: Data

    private static let bytesPerFrame = 8

    init(readingWAV path: String) throws {
        bytes = try WAVFile(path: path).data
    }

    private init(bytes: Data) {
        self.bytes = bytes
    }

    private init(_ samples: [Float]) {
        bytes = samples.withUnsafeBufferPointer { Data(buffer: $0) }
    }

    var frameCount: Int { bytes.count / Self.bytesPerFrame }

    /// The frames of `range`.
    subscript(range: Range<Int>) -> Sound {
        let bytes = bytes.subdata(
            in: range.lowerBound * Self.bytesPerFrame..<range.upperBound * Self.bytesPerFrame)
        return Sound(bytes: bytes)
    }

    /// The bytes of a WAV file of it.
    var file: Data { Data(WAVBytes.header(byteCount: bytes.count)) + bytes }

    /// All samples, interleaved.
    var signal: Signal {
        Signal(
            samples: bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map {
                    bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
                }
            })
    }

    /// The left sample of frame `frame`.
    func sample(_ frame: Int) -> Float {
        self[frame..<frame + 1].bytes.withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
    }

    /// Stream frames from `first` on, as a session plays them at a volume of `gain`.
    static func stream(_ first: Int, count: Int, gain: Float = 1) -> Sound {
        let samples = MadeStreams.index[2 * first..<2 * (first + count)]
        return Sound(gain == 1 ? Array(samples) : samples.map { $0 * gain })
    }

    /// The frames of `signal`.
    static func of(_ signal: Signal) -> Sound { Sound(signal.samples) }

    /// A spot's frames.
    static func spot(_ level: Float, count: Int) -> Sound {
        Sound([Float](repeating: level, count: 2 * count))
    }

    static func silence(count: Int) -> Sound { spot(0, count: count) }
}

extension Sound: CustomTestStringConvertible {
    /// Short, so that a failed comparison of two sounds does not print all their samples.
    var testDescription: String {
        "\(frameCount) frames from \(frameCount == 0 ? 0 : sample(0))"
    }
}
