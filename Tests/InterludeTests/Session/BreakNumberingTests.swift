import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("The number of the present spot in its break")
struct BreakNumberingTests {
    /// A session that hears the first of three pushed spots.
    private static func inFirstSpot(failing failed: Int? = nil) -> SessionHarness {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.push((1...3).map { .spot($0, frames: 48_000) }))
        for number in 1...3 {
            let token = PlayToken(UInt64(number))
            session.take(
                .advertisements(
                    number == failed
                        ? .spotFailed(token, SpotFailure(.notFound))
                        : .spotLoaded(token, frameCount: 48_000)))
        }
        session.hear(30_000)
        return session
    }

    private static func place(in session: SessionHarness, at frame: Int64) -> [Int]? {
        BreakStatus(session.machine, at: FrameTime(frame)).map { [$0.spotNumber, $0.spotCount] }
    }

    @Test("counts the spots that were heard, up to the end of the break")
    func progress() {
        var session = Self.inFirstSpot()
        #expect(Self.place(in: session, at: 30_000) == [1, 3])
        // What the manager has not been told yet.
        #expect(Self.place(in: session, at: 80_000) == [2, 3])
        session.hear(80_000)
        #expect(Self.place(in: session, at: 80_000) == [2, 3])
        session.hear(130_000)
        #expect(Self.place(in: session, at: 130_000) == [3, 3])
    }

    @Test("stays 1 of 1 while the first spot plays and the others are ignored")
    func ignored() {
        var session = Self.inFirstSpot()
        session.command(.ignoreAdvertisements)
        session.hear(31_000)
        #expect(session.records.count { $0.event == "slot.notUsed" } == 2)
        #expect(Self.place(in: session, at: 31_000) == [1, 1])
    }

    @Test("leaves out a spot that failed before it began", arguments: 1...3)
    func failed(failed: Int) {
        var session = Self.inFirstSpot(failing: failed)
        #expect(Self.place(in: session, at: 30_000) == [1, 2])
        session.hear(80_000)
        #expect(Self.place(in: session, at: 80_000) == [2, 2])
    }

    @Test("counts a spot that was skipped after it began")
    func skipped() {
        var session = Self.inFirstSpot()
        session.command(.skip)
        session.hear(40_000)
        #expect(Self.place(in: session, at: 40_000) == [2, 3])
    }
}
