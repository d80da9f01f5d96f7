import Foundation
import Interlude
import Synchronization
import Testing

@Suite("An output of the app's own")
struct OwnOutputTests {
    @Test("gets the sound of the stream")
    func peak() async throws {
        let programme = URL(filePath: #filePath)
            .appending(path: "../../../../SampleMedia/programme/programme.mp3")
            .standardizedFileURL.path
        var configuration = SessionConfiguration(source: programme)
        configuration.duration = .seconds(5)
        let meter = PeakMeter()
        let session = AudioSession(configuration, output: .custom(meter, clock: .virtual))
        try session.play()
        #expect(await session.ended() == .asked)
        #expect(meter.value > 0.1 && meter.value <= 1)
    }
}

final class PeakMeter: CustomOutput {
    private let peak = Mutex<Float>(0)

    func play(_ samples: Span<Float>, from frame: FrameTime) {
        peak.withLock { for index in samples.indices { $0 = max($0, abs(samples[index])) } }
    }

    var value: Float { peak.withLock { $0 } }
}
