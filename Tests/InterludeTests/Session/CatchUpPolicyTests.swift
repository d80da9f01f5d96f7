import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// A delay behind live that pauses and held breaks have caused.
@Suite("A listener whose stream was held, and who wants to catch up")
struct CatchUpPolicyTests {
    private static let second = FrameTime.rate

    /// A session that has heard a second, a second behind live.
    private static func session(
        _ catchUp: SessionConfiguration.CatchUp?, policy: BreakPolicy = .hold
    ) -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.breakPolicy = policy
        configuration.resume = .continue
        configuration.catchUp = catchUp
        var session = SessionHarness(configuration)
        session.begin(1)
        session.hear(second)
        return session
    }

    /// Has a break with one spot begin now.
    private static func push(seconds: Int, _ token: UInt64, to session: inout SessionHarness) {
        let count = seconds * second
        session.command(.push([.spot(Int(token), frames: count)]))
        session.take(.advertisements(.spotConnected(PlayToken(token))))
        session.take(.advertisements(.spotLoaded(PlayToken(token), frameCount: count)))
    }

    private static func jumps(_ session: SessionHarness) -> [FrameTime] {
        session.effects.compactMap { if case .jump(_, _, let frame) = $0 { frame } else { nil } }
    }

    private static func catchUps(_ session: SessionHarness) -> [Int] {
        session.effects.compactMap { if case .catchUp(_, let count) = $0 { count } else { nil } }
    }

    @Test(
        "E5: plays faster after a held break by its length, and not without the option",
        arguments: [nil, SessionConfiguration.CatchUp.faster])
    func heldBreak(catchUp: SessionConfiguration.CatchUp?) {
        var session = Self.session(catchUp)
        Self.push(seconds: 4, 1, to: &session)
        session.hear(6 * Self.second)
        #expect(session.frames(of: "stream.resumed").count == 1)
        #expect(Self.catchUps(session) == [])
        session.hear(30 * Self.second)
        #expect(Self.catchUps(session) == (catchUp == nil ? [] : [4 * Self.second]))
        #expect(Self.jumps(session) == [])
    }

    @Test("E5: plays faster after a break of half a minute too")
    func long() {
        var session = Self.session(.faster)
        Self.push(seconds: 30, 1, to: &session)
        session.hear(40 * Self.second)
        #expect(Self.catchUps(session) == [30 * Self.second])
        #expect(Self.jumps(session) == [])
    }

    @Test("E5: returns to their delay by a jump, which is heard once the stream is")
    func jump() throws {
        var session = Self.session(.jump)
        Self.push(seconds: 4, 1, to: &session)
        session.hear(6 * Self.second)
        let target = try #require(Self.jumps(session).first)
        let resumed = try #require(session.frames(of: "stream.resumed").first)
        // A second behind live, as at the start, once one frame was heard.
        #expect(target == FrameTime(Int64(resumed + 1)))
        session.take(.source(generation: 2, .ready))
        session.hear(20 * Self.second)
        #expect(Self.jumps(session).count == 1)
        #expect(Self.catchUps(session) == [])
    }

    @Test("E5: catches up after a pause as after a break")
    func pause() throws {
        for catchUp in SessionConfiguration.CatchUp.allCases {
            var session = Self.session(catchUp)
            session.command(.pause)
            session.hear(5 * Self.second)
            session.command(.unpause)
            session.hear(5 * Self.second + 4800)
            #expect(Self.jumps(session).count == (catchUp == .jump ? 1 : 0))
            session.hear(12 * Self.second)
            #expect(Self.catchUps(session).count == (catchUp == .faster ? 1 : 0))
            let frames =
                try #require(
                    Self.catchUps(session).first
                        ?? Self.jumps(session).first.map { $0 - FrameTime(Int64(Self.second)) })
            #expect(abs(frames - 4 * Self.second) < Self.second / 10)
        }
    }

    @Test("E5: waits for the end of a break that begins before they have caught up")
    func breakBetween() {
        var session = Self.session(.faster)
        Self.push(seconds: 2, 1, to: &session)
        session.hear(7 * Self.second)
        Self.push(seconds: 4, 2, to: &session)
        session.hear(10 * Self.second)
        #expect(Self.catchUps(session) == [])
        session.hear(20 * Self.second)
        #expect(Self.catchUps(session) == [6 * Self.second])
    }

    @Test("E5: jumps in a break that mutes the stream, where nobody hears it")
    func unheard() {
        var session = Self.session(.faster, policy: .mute)
        session.command(.pause)
        session.hear(5 * Self.second)
        session.command(.unpause)
        session.hear(6 * Self.second)
        Self.push(seconds: 4, 1, to: &session)
        session.hear(6 * Self.second + 200)
        #expect(Self.jumps(session).count == 1)
        session.take(.source(generation: 2, .ready))
        session.hear(30 * Self.second)
        #expect(Self.catchUps(session) == [])
        #expect(Self.jumps(session).count == 1)
    }

    @Test(
        "E5: keeps the audio that a dry stream has waited for, and is not sent back to run dry again",
        arguments: [(3, [3], 0), (12, [], 1)])
    func underrun(seconds: Int, faster: [Int], jumpCount: Int) {
        var session = Self.session(.jump, policy: .mute)
        let start = FrameTime(Int64(Self.second))
        session.take(.starved(at: start, sourceFrame: start))
        let again = (1 + seconds) * Self.second
        session.hear(again)
        session.take(.source(generation: 1, .ready))
        session.hear(again + 4 * Self.second)
        #expect(Self.jumps(session) == [])
        session.hear(again + 7 * Self.second)
        #expect(Self.catchUps(session) == faster.map { $0 * Self.second })
        #expect(Self.jumps(session).count == jumpCount)
    }

    @Test("E5: jumps once more if they pause before the place of a jump is heard")
    func pauseInJump() throws {
        var session = Self.session(.jump)
        session.command(.pause)
        session.hear(5 * Self.second)
        session.command(.unpause)
        session.hear(5 * Self.second + 4800)
        #expect(Self.jumps(session).count == 1)
        session.command(.pause)
        session.take(.source(generation: 2, .ready))
        session.hear(20 * Self.second)
        session.command(.unpause)
        session.hear(20 * Self.second + 4800)
        #expect(Self.jumps(session).count == 2)
        // A second behind live, as at the start.
        let target = try #require(Self.jumps(session).last)
        #expect(abs(target - FrameTime(Int64(20 * Self.second))) < Self.second / 10)
    }

    @Test("E5: jumps once after a pause that came before the last return was heard")
    func pauseAfterReturn() {
        var session = Self.session(.jump)
        session.command(.pause)
        session.hear(5 * Self.second)
        session.command(.unpause)
        session.answersRequests = false
        session.command(.pause)
        session.take(.switchable(FrameTime(Int64(6 * Self.second))))
        session.hear(7 * Self.second)
        session.command(.unpause)
        session.take(.switchable(FrameTime(Int64(8 * Self.second))))
        session.hear(7 * Self.second + 4800)
        // It is not heard yet.
        #expect(Self.jumps(session) == [])
        session.hear(8 * Self.second + 4800)
        #expect(Self.jumps(session).count == 1)
        session.take(.source(generation: 2, .ready))
        session.take(.switchable(FrameTime(Int64(9 * Self.second))))
        session.hear(10 * Self.second)
        #expect(session.frames(of: "stream.shifted") == [9 * Self.second])
        #expect(Self.jumps(session).count == 1)
    }

    @Test("E5: does not jump again in a break that begins before the place of a jump is heard")
    func breakBeforeJump() {
        var session = Self.session(.jump, policy: .mute)
        session.command(.pause)
        session.hear(5 * Self.second)
        session.command(.unpause)
        session.hear(5 * Self.second + 4800)
        session.hear(8 * Self.second)
        #expect(Self.jumps(session).count == 1)
        Self.push(seconds: 2, 1, to: &session)
        session.answersRequests = false
        session.take(.source(generation: 2, .ready))
        session.take(.switchable(FrameTime(Int64(8 * Self.second + 4800))))
        session.hear(9 * Self.second)
        #expect(session.frames(of: "stream.muted") == [8 * Self.second])
        #expect(Self.jumps(session).count == 1)
    }

    @Test("E5: keeps the delay that they have chosen")
    func chosen() throws {
        var session = Self.session(.faster)
        session.hear(10 * Self.second)
        session.command(.setDelay(.seconds(4)))
        session.take(.source(generation: 2, .ready))
        session.hear(20 * Self.second)
        #expect(Self.catchUps(session) == [])
        Self.push(seconds: 4, 1, to: &session)
        session.hear(35 * Self.second)
        let caughtUp = try #require(Self.catchUps(session).first)
        #expect(abs(caughtUp - 4 * Self.second) < 500)
    }

    @Test("E5: decides at the place of a jump, not in a break that ends just before it is heard")
    func jumpAtTheEndOfABreak() {
        var session = Self.session(.jump, policy: .mute)
        let start = FrameTime(Int64(Self.second))
        session.take(.starved(at: start, sourceFrame: start))
        session.hear(4 * Self.second)
        session.take(.source(generation: 1, .ready))
        session.hear(5 * Self.second)
        // The jump is made in this break, and its place is not there before the end of the next one.
        Self.push(seconds: 1, 1, to: &session)
        session.hear(7 * Self.second)
        Self.push(seconds: 1, 2, to: &session)
        session.hear(8 * Self.second - 4800)
        session.answersRequests = false
        session.take(.source(generation: 2, .ready))
        session.take(.switchable(FrameTime(Int64(8 * Self.second + 2400))))
        session.hear(8 * Self.second + 1000)
        #expect(session.frames(of: "stream.resumed") == [6 * Self.second, 8 * Self.second])
        #expect(session.frames(of: "stream.shifted") == [])
        #expect(Self.jumps(session).count == 1)
        session.answersRequests = true
        session.hear(9 * Self.second)
        #expect(session.frames(of: "stream.shifted") == [8 * Self.second + 2400])
        // What the first jump took is made up for once.
        #expect(Self.jumps(session).count == 2)
        session.hear(10 * Self.second)
        session.take(.source(generation: 3, .ready))
        session.hear(20 * Self.second)
        #expect(Self.jumps(session).count == 2)
    }

    @Test("E5: is back at their delay to the sample after a jump", arguments: [1, 3])
    func exact(seconds: Int) async throws {
        var scenario = Scenario(frames: 12 * Self.second).policy(.hold, .continue)
            .push(Self.second, .spot(1, frames: seconds * Self.second))
        scenario.configuration.catchUp = .jump
        let outcome = try await scenario.run()
        let back = (1 + seconds) * Self.second
        let begin = try #require(outcome.values("behindLive", of: "session.playing").first)
        #expect(outcome.frames(of: "stream.resumed") == [back])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(Self.second)"])
        // The frame after the first one that is heard.
        #expect(outcome.frames(of: "stream.shifted") == [back + 1])
        #expect(outcome.values("streamFrame", of: "stream.shifted") == ["\(back + 1)"])
        #expect(outcome.values("behindLive", of: "stream.shifted") == [begin])
        // Both places are heard for 50 ms.
        let first = back + 1 + 2400
        let heard = outcome.sound[first..<10 * Self.second]
        #expect(heard == Sound.stream(first, count: 10 * Self.second - first))
        #expect(try outcome.replayed() == outcome.log)
    }
}
