import Foundation
import Interlude
import Synchronization
import Testing

@Suite("A break")
struct BreakTests {
    @Test("begins on the frame at which it is asked for, and the stream follows on its end")
    func exactFrames() async throws {
        let ferry = Advertisement(id: 1, title: "Ferry", audioFileURL: media("spots/ferry.mp3"))
        var configuration = SessionConfiguration(source: media("programme/programme.mp3"))
        configuration.duration = .seconds(30)
        configuration.script = [.init(at: FrameTime(.seconds(4)), .push([ferry]))]
        let session = AudioSession(configuration, output: AudioOutput(.null, clock: .virtual))

        let log = EventLog()
        session.addDelegate(log)
        try session.play()
        #expect(await session.ended() == .asked)
        #expect(log.frames(of: "slot.started") == [4 * 48_000])
        #expect(log.frames(of: "stream.resumed") == log.frames(of: "slot.completed"))
    }

    /// A file of the sample media.
    private func media(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../../SampleMedia/\(name)")
            .standardizedFileURL.path
    }
}

final class EventLog: AudioSessionDelegate {
    private let records = Mutex<[EventRecord]>([])

    func onEvent(_ record: EventRecord) { records.withLock { $0.append(record) } }

    func frames(of event: String) -> [Int64] {
        records.withLock { $0.filter { $0.event == event }.map(\.frame) }
    }
}
