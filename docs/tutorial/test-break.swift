import Interlude
import Synchronization
import Testing

@Test("The spot starts on the requested frame, and the stream resumes at its end")
func exactFrames() async throws {
    let media = "../interlude/SampleMedia"
    let spot = Advertisement(id: 1, title: "Ferry", audioFileURL: "\(media)/spots/ferry.mp3")
    var configuration = SessionConfiguration(source: "\(media)/programme/programme.mp3")
    configuration.duration = .seconds(30)
    configuration.script = [.init(at: FrameTime(.seconds(4)), .push([spot]))]
    let session = AudioSession(configuration, output: AudioOutput(.null, clock: .virtual))
    let log = EventLog()
    session.addDelegate(log)
    try session.play()
    #expect(await session.ended() == .asked)
    #expect(log.frames(of: "slot.started") == [4 * 48_000])
    #expect(log.frames(of: "stream.resumed") == log.frames(of: "slot.completed"))
}

final class EventLog: AudioSessionDelegate {
    private let records = Mutex<[EventRecord]>([])

    func onEvent(_ record: EventRecord) { records.withLock { $0.append(record) } }

    func frames(of event: String) -> [Int64] {
        records.withLock { $0.filter { $0.event == event }.map(\.frame) }
    }
}
