import Interlude
import Testing

@testable import InterludeCLI

@Suite("The lines during an outage")
struct OutageReminderTests {
    private static func status(_ state: PlayerStatus.State) -> PlayerStatus {
        var status = PlayerStatus(state: state, source: "http://a/live")
        if state == .reconnecting {
            status.reconnection = .init(tryCount: 3, reason: "http://a/live: 503; retrying")
        }
        return status
    }

    @Test("come after 1, 5, 15 and 60 minutes, and then every hour")
    func times() throws {
        var reminder = OutageReminder()
        var now = Duration.seconds(100)
        let first = reminder.take(Self.status(.reconnecting), at: now)
        var wait = try #require(first)
        var lines: [String] = []
        for _ in 0..<6 {
            // Each status of the same outage changes nothing.
            #expect(reminder.take(Self.status(.reconnecting), at: now + .seconds(1)) == nil)
            #expect(reminder.next(at: now + wait - .seconds(2)) == nil)
            now += wait
            let due = reminder.next(at: now)
            let next = try #require(due)
            lines.append(next.line)
            wait = next.wait
        }
        let times = ["1 min", "5 min", "15 min", "1 h", "2 h", "3 h"]
        #expect(
            lines
                == times.map { "still no stream after \($0): http://a/live: 503; retrying" })
        #expect(now == .seconds(100 + 3 * 3600))
    }

    @Test(
        "begin again with each outage, and end with it",
        arguments: [.playing, .paused, .stopped]
            as [PlayerStatus.State])
    func ended(state: PlayerStatus.State) {
        var reminder = OutageReminder()
        #expect(reminder.take(Self.status(.reconnecting), at: .zero) == .seconds(60))
        _ = reminder.next(at: .seconds(60))
        #expect(reminder.take(Self.status(state), at: .seconds(70)) == nil)
        #expect(reminder.next(at: .seconds(400)) == nil)
        #expect(reminder.take(Self.status(.reconnecting), at: .seconds(400)) == .seconds(60))
        #expect(reminder.next(at: .seconds(430)) == nil)
        #expect(reminder.next(at: .seconds(460))?.line.contains("after 1 min") == true)
    }

    @Test("count on where the stream returns without sound, or is opened once more")
    func flapping() {
        var reminder = OutageReminder()
        #expect(reminder.take(Self.status(.reconnecting), at: .zero) == .seconds(60))
        for state in [PlayerStatus.State.buffering, .reconnecting, .connecting] {
            #expect(reminder.take(Self.status(state), at: .seconds(50)) == nil)
        }
        #expect(reminder.next(at: .seconds(60)) != nil)
    }

    @Test("say what is missing, and why if that is known")
    func words() {
        var device = Self.status(.sinkLost)
        device.device.reason = "the sound server has ended"
        var home = Self.status(.connecting)
        home.failedSource = .init(
            source: "http://a/live", reason: "http://a/live: refused", outputTime: .zero)
        var other = home
        other.failedSource?.source = "http://b/live"
        for (status, line) in [
            (device, "still no sound device after 1 min: the sound server has ended"),
            (home, "still no stream after 1 min: http://a/live: refused"),
            (other, "still no stream after 1 min"),
        ] {
            var reminder = OutageReminder()
            _ = reminder.take(status, at: .zero)
            #expect(reminder.next(at: .seconds(60))?.line == line)
        }
    }
}
