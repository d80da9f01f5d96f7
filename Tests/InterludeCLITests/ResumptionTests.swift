import AdPlayback
import Advertising
import Interlude
import MediaTime
import Testing

@testable import InterludeCLI

@Suite("A remembered source that is down at the start")
struct ResumptionTests {
    private static let source = RememberedChoice.Source(
        address: "http://b/live", namer: .operator)

    private static func event(_ name: String, of source: String) -> EventRecord {
        EventRecord(name, at: .zero, ["reason": "404", "source": .string(source)])
    }

    private static let failure = event("session.warning", of: "http://b/live")

    @Test("is requested again without end if streams are, at first soon and then every 5 minutes")
    func withoutEnd() {
        var resumption = Resumption(of: Self.source, givingUpAfter: nil)
        var now = Duration.seconds(9)
        var waits: [Duration?] = []
        for _ in 0..<100 {
            let wait = resumption.take(Self.failure, at: now)
            waits.append(wait)
            now += (wait ?? .zero) + .seconds(9)
        }
        let expected: [Duration?] = [15, 30, 60, 120, 240, 300, 300].map { .seconds($0) }
        #expect(Array(waits.prefix(7)) == expected)
        #expect(waits.allSatisfy { $0 != nil } && waits.last == .seconds(300))
    }

    @Test("is given up with the same limit as a stream")
    func limited() {
        var resumption = Resumption(of: Self.source, givingUpAfter: .seconds(60))
        let waits = [9, 33, 72].map { resumption.take(Self.failure, at: .seconds($0)) }
        #expect(waits == [.seconds(15), .seconds(30), nil])
    }

    @Test("is not requested again once it has played, whatever becomes of it then")
    func played() {
        var resumption = Resumption(of: Self.source, givingUpAfter: nil)
        #expect(
            resumption.take(Self.event("session.connecting", of: "http://b/live"), at: .zero) == nil
        )
        #expect(resumption.take(Self.failure, at: .seconds(1)) == nil)
    }

    @Test(
        "has failed only where a warning names it",
        arguments: [
            event("session.warning", of: "http://a/live"),
            event("session.reconnecting", of: "http://b/live"),
            event("session.connecting", of: "http://a/live"),
            EventRecord("session.warning", at: .zero, ["reason": "no mute music"]),
        ])
    func others(record: EventRecord) {
        var resumption = Resumption(of: Self.source, givingUpAfter: nil)
        #expect(resumption.take(record, at: .zero) == nil)
        #expect(resumption.take(Self.failure, at: .zero) == .seconds(15))
    }

    @Test("ends no pause and cuts no break, because nobody asks for it at that moment")
    func unasked() {
        var status = PlayerStatus(state: .playing, source: "http://a/live")
        #expect(status.mayBeReplaced)
        status.isPaused = true
        #expect(!status.mayBeReplaced)
        status.isPaused = false
        status.truex = .cancelPrompt
        #expect(!status.mayBeReplaced)
        status.truex = .nothing
        status.adBreak = BreakStatus(
            slot: 1, Advertisement(id: 1, title: "Tea", audioFileURL: ""), spotNumber: 1,
            spotCount: 2, spotRemaining: .seconds(4))
        #expect(!status.mayBeReplaced)
    }
}
