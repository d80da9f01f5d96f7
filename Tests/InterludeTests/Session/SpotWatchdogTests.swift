import AdPlayback
import Advertising
import Testing

@testable import Interlude

@Suite("The watchdogs of a spot's load")
struct SpotWatchdogTests {
    private static let token = PlayToken(1)

    /// The watchdogs that are armed after all were, for a load under `clock`.
    private static func armed(
        _ clock: SessionParts.Clock, mayHang: Bool, after first: [SpotEvent] = [],
        once events: [SpotEvent] = []
    ) -> Set<WatchdogPhase> {
        let reply = 1
        var shell = SpotShell(
            WaitingSpots(mayHang: mayHang), keptIn: nil, clock: clock, mailbox: Mailbox())
        shell.load(
            token, Advertisement(id: 1, title: "spot", audioFileURL: "spot.wav"), SpotDeadlines(),
            taking: .zero, reply)
        for event in first { _ = shell.take(event, of: token, reply) }
        for phase in [WatchdogPhase.connect, .stall, .load, .play] {
            shell.arm(token, phase, after: .seconds(3600))
        }
        for event in events { _ = shell.take(event, of: token, reply) }
        defer { shell.close() }
        return Set(shell.watchdogs.keys.map(\.phase))
    }

    @Test("measure a file on disk in real time only, so that a slow machine changes no virtual run")
    func file() {
        #expect(Self.armed(.real, mayHang: false) == [.connect, .stall, .load, .play])
        #expect(Self.armed(.virtual, mayHang: false) == [])
    }

    @Test("end a load that hangs in virtual time as well, but not a spot that plays")
    func hanging() {
        #expect(Self.armed(.virtual, mayHang: true) == [.connect, .stall, .load])
    }

    @Test("in virtual time, no longer wait for a server that has answered")
    func answered() {
        #expect(Self.armed(.virtual, mayHang: true, once: [.connected]) == [.stall, .load])
    }

    @Test("no longer take a spot for stalled whose bytes have all arrived, and which is decoded")
    func arrived() {
        let rest: Set<WatchdogPhase> = [.connect, .load, .play]
        #expect(Self.armed(.real, mayHang: true, once: [.received, .arrived]) == rest)
        #expect(Self.armed(.real, mayHang: true, after: [.arrived]) == rest)
        #expect(Self.armed(.real, mayHang: true, once: [.received]).contains(.stall))
    }
}

/// Spots that load without end.
private struct WaitingSpots: SpotSupply {
    var mayHang: Bool

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad { Load(mayHang: mayHang) }

    private final class Load: SpotLoad {
        let mayHang: Bool

        init(mayHang: Bool) { self.mayHang = mayHang }

        func cancel() {}
    }
}
