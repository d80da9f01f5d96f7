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

    /// The members that `busctl introspect` lists for an interface of the player, by name, with the
    /// value and the flags of each.
    private static func members(
        of interface: String, on bus: PrivateBus
    ) throws -> [String: String] {
        let shown = try bus.run([
            "busctl", "--user", "introspect", "--no-legend", "--full",
            "org.mpris.MediaPlayer2.interlude", "/org/mpris/MediaPlayer2", interface,
        ]).output
        let lines = shown.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(
            lines.map { (String($0[0].dropFirst()), $0.dropFirst(3).joined(separator: " ")) },
            uniquingKeysWith: { "\($0), \($1)" })
    }

    @Test("says which properties may be set, and of which it signals the changes")
    func access() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let members = try Self.members(of: "org.mpris.MediaPlayer2.Player", on: bus)
        withExtendedLifetime(player) {}
        let expected = [
            "CanControl": "true const", "CanGoNext": "false emits-change",
            "CanGoPrevious": "false emits-change", "CanPause": "true emits-change",
            "CanPlay": "true emits-change", "CanSeek": "true emits-change",
            "MaximumRate": "1 emits-change", "MinimumRate": "1 emits-change",
            "PlaybackStatus": #""Playing" emits-change"#, "Rate": "1 emits-change writable",
            "Volume": "1 emits-change writable",
        ]
        for (name, shown) in expected { #expect(members[name] == shown) }
        #expect(members["Position"]?.hasSuffix(" -") == true)
        #expect(members["Metadata"]?.hasSuffix(" emits-change") == true)
    }

    @Test("offers the player itself, which can be quit and not raised")
    func root() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let root = "org.mpris.MediaPlayer2"
        #expect(
            try Self.members(of: root, on: bus) == [
                "Quit": "- -", "Raise": "- -", "CanQuit": "true const", "CanRaise": "false const",
                "HasTrackList": "false const", "Identity": #""Interlude" const"#,
                "SupportedMimeTypes":
                    #"7 "audio/mpeg" "audio/aac" "audio/ogg" "audio/flac" "audio/wav" "#
                    + #""audio/x-mpegurl" "audio/x-scpls" const"#,
                "SupportedUriSchemes": #"3 "http" "https" "file" const"#,
            ])
        let call = [
            "busctl", "--user", "call", "\(root).interlude", "/org/mpris/MediaPlayer2", root,
        ]
        #expect(try bus.run(call + ["Raise"]).status == 0)
        #expect(try bus.playerctl("status").output == "Playing\n")
        #expect(try bus.run(call + ["Quit"]).status == 0)
        #expect(player.finish() == 0)
    }

    @Test("a rate of zero pauses the player, and another one changes nothing")
    func rate() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let set = [
            "busctl", "--user", "set-property", "org.mpris.MediaPlayer2.interlude",
            "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player",
        ]
        #expect(try bus.run(set + ["Rate", "d", "2"]).status == 0)
        #expect(try bus.playerctl("status").output == "Playing\n")
        #expect(try bus.run(set + ["Rate", "d", "0"]).status == 0)
        #expect(try bus.playerctl("status", until: { $0 == "Paused" }) == "Paused")
        let refused = try bus.run(set + ["Volume", "d", "nan"])
        #expect(refused.status != 0)
        #expect(refused.errors.contains("a volume is a number from 0 to 1.5"))
        withExtendedLifetime(player) {}
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
