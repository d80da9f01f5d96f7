import Interlude
import Testing

@testable import StationMonitoring

@Suite("Another list of stations")
struct StationChangesTests {
    private static func station(
        _ name: String, _ source: String = "http://a.example/", limits: AlarmLimits = AlarmLimits()
    ) -> WatchedStation {
        WatchedStation(
            name: name, limits: limits,
            stream: WatchedStream(SessionConfiguration(source: source)))
    }

    @Test("keeps the stations with the same stream, whatever their limits and places")
    func kept() {
        var limits = AlarmLimits()
        limits.down = nil
        let changes = StationChanges(
            from: [Self.station("a"), Self.station("b"), Self.station("c")],
            to: [Self.station("c", limits: limits), Self.station("a")])
        #expect(changes.removed == ["b"])
        #expect(changes.added == [])
        #expect(changes.kept == [Self.station("c", limits: limits), Self.station("a")])
    }

    @Test("another stream of a station, or other headers, is another session")
    func other() {
        var behindLogin = Self.station("b")
        behindLogin.stream.headers = [.init("Authorization", "Bearer 1")]
        let new = [Self.station("a", "http://b.example/"), behindLogin]
        let changes = StationChanges(from: [Self.station("a"), Self.station("b")], to: new)
        #expect(changes.removed == ["a", "b"])
        #expect(changes.added == new)
        #expect(changes.kept == [])
    }

    @Test("is served and logged where the list before was, also after several changes")
    func places() {
        var first = StationList([Self.station("a")])
        (first.listen, first.logFolder) = (.init(host: "127.0.0.1", port: 1), "/logs")
        var second = StationList([Self.station("b")])
        (second.listen, second.logFolder, second.webhook) = (nil, "/others", "http://b.example/")
        let present = second.keepingPlaces(of: first)
        #expect(present != second && present.stations == second.stations)
        #expect(present.webhook == "http://b.example/")
        #expect(second.keepingPlaces(of: present) == present)
        #expect(present.listen == first.listen && present.logFolder == "/logs")
    }

    @Test("a watched stream is retried without end")
    func patience() {
        #expect(Self.station("a").stream.configuration.giveUp == nil)
        #expect(Self.station("a").stream.options.levels == .programme)
    }

    @Test("a session that cannot play is started again after longer and longer pauses")
    func pauses() {
        var pauses = RestartPauses()
        let seconds = (0..<8).map { _ in pauses.next(afterPlaying: false).inSeconds }
        #expect(seconds == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(pauses.next(afterPlaying: true) == .seconds(1))
        #expect(pauses.next(afterPlaying: false) == .seconds(2))
    }
}
