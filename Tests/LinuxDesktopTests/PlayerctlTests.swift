import Foundation
import TestFiles
import TestServers
import Testing

/// Serialized, because each plays in real time.
@Suite(
    "With a desktop's message bus", .serialized, .enabled(if: PrivateBus.isInstalled),
    .timeLimit(.minutes(1)))
struct PlayerctlTests {
    private let folder: TemporaryFolder
    private let programme: String

    init() throws {
        folder = try TemporaryFolder()
        programme = try SilentFile.write(seconds: 120, to: "evening show.wav", in: folder)
    }

    @Test("a file is shown with its name and address, and as playing")
    func file() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        try withExtendedLifetime(player) {
            #expect(try bus.playerctl("status").output == "Playing\n")
            let shown = try bus.playerctl("metadata", "--format", "{{title}}|{{xesam:url}}").output
            let address = "file://" + programme.replacing(" ", with: "%20")
            #expect(shown == "evening show|\(address)\n")
            #expect(try bus.trackID { _ in true } == "'/interlude/programme/1'")
        }
    }

    @Test("it pauses and resumes, and both are reported")
    func pause() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let signals = try bus.watch()
        #expect(try bus.playerctl("pause").status == 0)
        #expect(signals.wait(for: "PropertiesChanged", "PlaybackStatus", "\"Paused\""))
        #expect(try bus.playerctl("status").output == "Paused\n")
        // The bus shows the requested volume, the status the present one.
        var status = ""
        while !status.contains(#""paused""#) { status = try player.control("status") }
        #expect(try bus.playerctl("play-pause").status == 0)
        #expect(signals.wait(for: "\"Paused\"", "PlaybackStatus", "\"Playing\""))
    }

    @Test("its volume is set from either side, and reported")
    func volume() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let signals = try bus.watch()
        try bus.playerctl("volume", "0.5")
        #expect(signals.wait(for: "PropertiesChanged", "Volume", "double 0.5"))
        #expect(try player.control("status").contains(#""volume":0.5"#))
        try player.control("volume", "0.25")
        #expect(signals.wait(for: "double 0.5", "Volume", "double 0.25"))
        #expect(try bus.playerctl("volume").output.hasPrefix("0.25"))
    }

    @Test("a file can be sought in, to a position and by a distance, and its position is reported")
    func seek() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let signals = try bus.watch()
        try withExtendedLifetime(player) {
            try bus.playerctl("position", "60")
            #expect(signals.wait(for: "member=Seeked", "int64 6"))
            let there = try bus.position(reaches: 60)
            #expect((60..<65).contains(there))
            try bus.playerctl("position", "30+")
            #expect(signals.wait(for: "member=Seeked", "member=Seeked", "int64 9"))
            #expect((90..<100).contains(try bus.position(reaches: 90)))
        }
    }

    @Test(
        "the past of a live stream can be sought in", .enabled(if: PrivateIcecast.isInstalled))
    func timeShift() throws {
        let icecast = try PrivateIcecast()
        let sample = URL(filePath: #filePath)
            .appending(path: "../../../SampleMedia/programme/programme.mp3").standardizedFileURL
        let source = try icecast.feed(sample.path, to: "live.mp3", as: .mp3)
        let bus = try PrivateBus()
        let player = try DesktopPlayer(icecast.address(of: "live.mp3"), on: bus)
        try withExtendedLifetime((source, player)) {
            let signals = try bus.watch()
            let position = try bus.position(reaches: 9)
            try bus.playerctl("position", "8-")
            #expect(signals.wait(for: "member=Seeked"))
            let back = try bus.playerctl(
                "position", until: { (Double($0) ?? .infinity) < position })
            #expect(try #require(Double(back)) < position)
            #expect(try bus.playerctl("metadata", "artist").output == "127.0.0.1\n")
        }
    }

    @Test("an advertisement is shown as one, and cannot be paused or left by seeking")
    func advertisement() throws {
        // Long enough for all the programs that are started in it.
        let length = 15
        let spot = try SilentFile.write(seconds: length, to: "spot.wav", in: folder)
        let advertisement = try folder.write(
            """
            {"id": 7, "url": "\(spot)", "title": "Ferry", "description": "To the islands",
             "banner": "http://example.org/ferry.png"}
            """.utf8, to: "spot.json")
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        try player.control("push", advertisement)
        let format = "{{title}}|{{artist}}|{{xesam:comment}}|{{mpris:artUrl}}"
        let shown = try bus.playerctl(
            "metadata", "--format", format, until: { $0.hasPrefix("Ferry|") })
        #expect(shown == "Ferry|Advertisement|To the islands|http://example.org/ferry.png")
        for method in ["Pause", "PlayPause"] {
            #expect(try bus.call(method).contains("an advertisement plays"))
        }
        #expect(try bus.call("Seek", "x", "5000000").contains("an advertisement plays"))
        try bus.playerctl("pause")
        try bus.playerctl("position", "60")
        #expect(try bus.playerctl("status").output == "Playing\n")
        #expect(try bus.position(reaches: 0.5) < Double(length))
        let back = try bus.playerctl(
            "metadata", "--format", "{{title}}", within: .seconds(30),
            until: { $0 == "evening show" })
        #expect(back == "evening show")
        #expect((4..<60).contains(try bus.position(reaches: 4)))
    }

    @Test("the next key skips an advertisement, and does nothing else")
    func next() throws {
        let spot = try SilentFile.write(seconds: 60, to: "long.wav", in: folder)
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        #expect(try bus.call("Next") == "")
        try player.control("push", spot)
        let path = "'/interlude/advertisement/1'"
        #expect(try bus.trackID { $0 == path } == path)
        #expect(try bus.playerctl("next").status == 0)
        #expect(try bus.trackID { $0.contains("/programme/") } == "'/interlude/programme/1'")
    }

    @Test("a source that cannot be played is refused with the reason, and the present one plays on")
    func unplayable() throws {
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        let gone = folder.file("gone.wav")
        #expect(try bus.call("OpenUri", "s", "file://\(gone)").contains(gone))
        #expect(try bus.call("OpenUri", "s", "ftp://a.example/").contains("'ftp'"))
        #expect(try bus.playerctl("status").output == "Playing\n")
        #expect(try bus.trackID { _ in true } == "'/interlude/programme/1'")
        withExtendedLifetime(player) {}
    }

    @Test("it opens another source, and stops")
    func open() throws {
        let other = try SilentFile.write(seconds: 30, to: "other.wav", in: folder)
        let bus = try PrivateBus()
        let player = try DesktopPlayer(programme, on: bus)
        try bus.playerctl("open", "file://\(other)")
        #expect(try bus.trackID { $0.contains("/2") } == "'/interlude/programme/2'")
        #expect(try bus.playerctl("metadata", "title").output == "other\n")
        try bus.playerctl("stop")
        #expect(player.finish() == 0)
    }
}
