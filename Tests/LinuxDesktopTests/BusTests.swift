import TestFiles
import TestServers
import Testing

/// Serialized, because each plays in real time.
@Suite("The message bus", .serialized, .enabled(if: PrivateBus.isInstalled))
struct BusTests {
    private let folder: TemporaryFolder
    private let programme: String

    init() throws {
        folder = try TemporaryFolder()
        programme = try SilentFile.write(seconds: 120, to: "show.wav", in: folder)
    }

    @Test("gives two players names of their own")
    func twoPlayers() throws {
        let bus = try PrivateBus()
        let first = try DesktopPlayer(programme, on: bus)
        let second = try DesktopPlayer(programme, environment: bus.environment)
        let names = try bus.playerctl("--list-all", until: { $0.contains("instance") })
            .split(separator: "\n").sorted()
        #expect(names.count == 2)
        #expect(names.first == "interlude")
        #expect(names.last?.hasPrefix("interlude.instance") == true)
        withExtendedLifetime((first, second)) {}
    }

    @Test("has the player again after an outage, during which it played on")
    func lostBus() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        bus.kill()
        try player.control("pause")
        try bus.start()
        #expect(try bus.playerctl("status", until: { $0 == "Paused" }) == "Paused")
        #expect(player.complaints == [])
    }

    @Test("without a bus nothing is reported, unless one was requested", arguments: [true, false])
    func noBus(isAsked: Bool) throws {
        let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/nothing"]
        let player = try DesktopPlayer(
            programme, ["--duration", "1s"] + (isAsked ? ["--mpris"] : []), environment: nowhere)
        #expect(player.finish() == 0)
        #expect(player.complaints.count == (isAsked ? 1 : 0), "\(player.complaints)")
        #expect(player.complaints.allSatisfy { $0.contains("no desktop message bus responds") })
    }

    @Test("a frozen bus delays nothing")
    func frozenBus() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        bus.freeze()
        defer { bus.thaw() }
        try player.control("volume", "0.5")
        player.interrupt()
        #expect(player.finish() == 0)
    }

    @Test("the object offers what the specification has")
    func introspection() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let shown = try bus.run([
            "busctl", "--user", "introspect", "--no-legend", "org.mpris.MediaPlayer2.interlude",
            "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player",
        ]).output
        withExtendedLifetime(player) {}
        let members = shown.split(separator: "\n").map { line in
            line.split(separator: " ").prefix(3).joined(separator: " ")
        }
        let expected = [
            ".Next method -", ".OpenUri method s", ".Pause method -", ".Play method -",
            ".PlayPause method -", ".Previous method -", ".Seek method x",
            ".SetPosition method ox", ".Stop method -", ".CanControl property b",
            ".CanGoNext property b", ".CanGoPrevious property b", ".CanPause property b",
            ".CanPlay property b", ".CanSeek property b", ".MaximumRate property d",
            ".Metadata property a{sv}", ".MinimumRate property d", ".PlaybackStatus property s",
            ".Position property x", ".Rate property d", ".Volume property d", ".Seeked signal x",
        ]
        #expect(members.sorted() == expected.sorted())
    }
}
