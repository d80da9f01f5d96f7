import Advertising
import ArgumentParser
import Interlude
import MediaTime
import Testing

@testable import InterludeCLI

@Suite("Play options")
struct PlayOptionsTests {
    @Test("only the source must be given")
    func defaults() throws {
        let options = try PlayCommand.parse(["http://radio.example/live"])
        #expect(options.source == .address("http://radio.example/live"))
        #expect(options.sink == nil)
        #expect(options.output.clock == .real)
        #expect(options.output.duration == nil)
        #expect(options.output.latency == nil)
        #expect(options.output.fade.time == FrameTime(384))
        #expect(options.network.giveUp.duration == .seconds(60))
        #expect(options.advertisements.breakPolicy == .mute)
        #expect(options.advertisements.resume == .live)
        #expect(options.advertisements.matchLoudness.profile == .match)
    }

    @Test("a now-playing feed has an offset and an interval, and needs spots and the real clock")
    func nowPlaying() throws {
        let (spot, feed) = ("/dev/null", "http://station/feed")
        let read = { (options: [String]) throws in
            let parsed = try PlayCommand.parse(["http://station/live"] + options)
            try parsed.checkCombinations()
            return try parsed.advertisements.readMarkers().nowPlaying
        }
        #expect(
            try read([
                "--fill", spot, "--now-playing", feed, "--now-playing-offset", "-2s",
                "--now-playing-every", "30s",
            ]) == .init(address: feed, offset: .seconds(-2), every: .seconds(30)))
        #expect(try read(["--fill", spot, "--now-playing", feed]) == .init(address: feed))
        for wrong in [
            ["--now-playing", feed], ["--fill", spot, "--now-playing", "feed.xml"],
            ["--fill", spot, "--now-playing-every", "2s"],
            ["--fill", spot, "--now-playing", feed, "--now-playing-every", "0.5s"],
            ["--fill", spot, "--now-playing", feed, "--now-playing-offset", "2h"],
            ["--fill", spot, "--now-playing", feed, "--clock", "virtual", "--sink", "null"],
        ] {
            #expect(throws: CommandError.self) { try read(wrong) }
        }
    }

    @Test("E16: an offset of markers is ten seconds at most, either way")
    func cueOffset() throws {
        let read = { (options: [String]) throws in
            try PlayCommand.parse(["a"] + options).advertisements.readMarkers().cueOffset
        }
        #expect(try read([]) == .zero)
        #expect(try read(["--cue-offset", "-2.5s"]) == .milliseconds(-2500))
        #expect(try read(["--cue-offset", "10s"]) == .seconds(10))
        for wrong in ["10001ms", "-11s"] {
            #expect(throws: CommandError.self) { try read(["--cue-offset", wrong]) }
        }
    }

    @Test("every option has its effect")
    func all() throws {
        let options = try PlayCommand.parse([
            "a.mp3", "--sink", "wav16:out.wav", "--clock", "virtual", "--duration", "90s",
            "--start", "10s", "--push", "0s=a.mp3,b.mp3", "--push", "5s=c.json", "--ignore", "6s",
            "--break", "hold", "--resume", "continue", "--catch-up", "faster", "--match-loudness",
            "off", "--latency",
            "40ms", "--fade", "0s", "--seek", "1s=-2s", "--pause", "2s", "--unpause", "3s",
            "--volume", "-6dB", "--volume", "4s=0.5", "--give-up", "0",
            "--network-delay", "100ms", "--break-limit", "4m",
            "--early-end", "fade", "--overrun", "finish", "--station-preroll", "mute", "--silence",
            "ends",
            "--ad-title", "Werbung*", "--ad-title", "AD {s}",
            "--silence-level", "-50", "--silence-length", "3s",
            "--header", "X-Token: a: b", "-v", "--record", "r", "--events", "-", "--report",
            "p.html", "--allow-private",
        ])
        #expect(options.source == .file(path: "a.mp3"))
        #expect(options.sink == .wav16(path: "out.wav"))
        #expect(options.output.duration?.duration == .seconds(90))
        #expect(options.transport.start.duration == .seconds(10))
        #expect(options.advertisements.pushes.map(\.value.count) == [2, 1])
        #expect(options.advertisements.ignores.map(\.duration) == [.seconds(6)])
        #expect(options.advertisements.breakPolicy == .hold)
        #expect(options.advertisements.resume == .continue)
        #expect(options.advertisements.catchUp == .faster)
        #expect(options.advertisements.matchLoudness.profile == .off)
        #expect(try options.advertisements.readMarkers().longest == .seconds(240))
        #expect(try options.advertisements.readMarkers().earlyEnd == .fade)
        #expect(try options.advertisements.readMarkers().preroll == .mute)
        #expect(
            try options.advertisements.readMarkers().adTitles.map(\.text)
                == ["Werbung*", "AD {s}"])
        #expect(
            try options.advertisements.readMarkers().silence
                == .init(.ends, level: -50, length: .seconds(3)))
        #expect(options.transport.seeks.map(\.value.duration) == [.seconds(-2)])
        #expect(options.transport.volumes.map(\.time) == [.zero, FrameTime(192_000)])
        #expect(options.network.giveUp.time == .zero)
        #expect(options.network.delay.duration == .milliseconds(100))
        #expect(try options.network.headers.flatMap { try $0.read() }.map(\.value) == ["a: b"])
        #expect(options.records.events == .standardOutput)
        #expect(options.records.record == .file(path: "r"))
        #expect(options.records.report == .file(path: "p.html"))
        #expect(options.records.verbose && options.network.allowPrivate)
    }

    @Test("in virtual time the default sink is null")
    func virtualSink() throws {
        #expect(try PlayCommand.parse(["a.mp3", "--clock", "virtual"]).sink == .null)
    }

    @Test(
        "the source in a report contains no secret",
        arguments: [
            ("http://name:secret@radio.example/live?a=b", "http://radio.example/live?a=b"),
            ("http://radio.example/live", "http://radio.example/live"), ("a.mp3", "a.mp3"),
        ])
    func facts(source: String, shown: String) throws {
        let options = try PlayCommand.parse([source, "--clock", "virtual"])
        let facts = options.facts(playingTo: AudioOutput(.null, clock: .virtual))
        #expect(facts == [shown, "sink null", "virtual clock"])
    }

    @Test("a lone dash is standard input")
    func standardInput() throws {
        #expect(try PlayCommand.parse(["-"]).source == .standardInput)
    }

    @Test("B16, B26, B27, B29: say which ads may be heard, and what the listener allows")
    func adRules() throws {
        #expect(try PlayCommand.parse(["a"]).readMarkers() == StreamMarkers())
        let options = try PlayCommand.parse([
            "a", "--ad-length", "5s-60s", "--ads-per-break", "3", "--ads-per-hour", "12",
            "--ad-interval", "5m", "--ad-free-start", "30s", "--block-category", "IAB7",
            "--block-category", "IAB8", "--skippable-ads", "refused", "--decide-ahead", "12s",
            "--tcf-consent", "CPX", "--us-privacy", "1YNN", "--gpp", "DBAA", "--gpp-sections",
            "2,6", "--ad-tracking", "limited", "--await-consent", "--separate-categories",
        ])
        let markers = try options.readMarkers()
        #expect(markers.adRules.lengths == .seconds(5)...(.seconds(60)))
        #expect(markers.adRules.mostPerBreak == 3 && markers.adRules.mostPerHour == 12)
        #expect(markers.adRules.interval == .seconds(300))
        #expect(markers.adRules.freeStart == .seconds(30))
        #expect(markers.adRules.blockedCategories == ["IAB7", "IAB8"])
        #expect(markers.adRules.skippableAds == .refused && markers.adRules.separatesCategories)
        #expect(markers.decisionLead == .seconds(12))
        #expect(markers.privacy.tcfConsent == "CPX" && markers.privacy.usPrivacy == "1YNN")
        #expect(markers.privacy.gpp == "DBAA" && markers.privacy.gppSections == [2, 6])
        #expect(markers.privacy.tracking == .limited && markers.privacy.timing == .afterConsent)
        for arguments in [["--gpp-sections", "2"], ["--tcf-consent", "a b"], ["--gpp", ""]] {
            #expect(throws: CommandError.self) {
                try PlayCommand.parse(["a"] + arguments).readMarkers()
            }
        }
    }

    @Test("B16: a category that is blocked has a name", arguments: ["", " "])
    func namelessCategory(text: String) throws {
        #expect(throws: (any Error).self) {
            try PlayCommand.parse(["a", "--block-category", text])
        }
        let options = try PlayCommand.parse(["a", "--block-category", text + "IAB7"])
        #expect(try options.readMarkers().adRules.blockedCategories == ["IAB7"])
    }

    @Test(
        "combinations that make no sense are refused with a hint",
        arguments: [
            (["a", "--clock", "virtual", "--sink", "pulse"], "--clock virtual does not work"),
            (
                ["a", "--clock", "virtual", "--sink", "icecast:http://a:b@c/d.mp3"],
                "--clock virtual does not work"
            ),
            (["a", "--clock", "virtual", "--remember"], "use --no-remember"),
            (["http://a.example/", "--start", "5s"], "--start needs a file"),
            (["-", "--start", "5s"], "--start needs a file"),
            (["a", "--network-delay", "5s"], "add --clock virtual"),
            (["a", "--latency", "1ms"], "--latency must be between"),
            (["a", "--fade", "2s"], "--fade must be at most"),
            (["a", "--match-loudness", "loud"], "fixed=LUFS or off"),
            (["a", "--push", "a.mp3"], "write it as T=SPOT, as in 10s=spot.mp3"),
            (["a", "--push", "-3s=a.mp3"], "must not be negative"),
            (["a", "--seek", "5s"], "write it as T=POSITION"),
            (["a", "--duration", "-3s"], "must not be negative"),
            (["a", "--pause", "-3s"], "must not be negative"),
            (["a", "--push", "5=a.mp3"], "the unit is missing"),
            (["a", "--push", "5s="], "the spot is missing"),
            (["a", "--break", "stop"], "mute"),
            (["a", "--header", "no"], "NAME: VALUE"),
            (["a", "--header", "@"], "@FILE"),
            (["a", "--header", "a b: c"], "not a header name"),
            (["a", "--header", "a: b\r\nc: d"], "must be on one line"),
            (["a", "--record", "-", "--events", "-"], "cannot both"),
            (["a", "--record", "-", "--report", "-"], "--record and --report cannot both"),
            (["a", "--volume", "2"], "between 0 and 1.5"),
            (["a", "--ad-length", "60s-5s"], "write the shorter length first"),
            (["a", "--ads-per-hour", "x"], "write a number from 0 to 1000"),
            (["a", "--gpp-sections", "x"], "write the numbers of sections"),
            (["a", "--ad-volume", "1s=2"], "between 0 and 1.5"),
            ([], "Missing expected argument"),
        ])
    func refused(arguments: [String], reason: String) throws {
        let error = try #require(throws: (any Error).self) { try PlayCommand.parse(arguments) }
        #expect(PlayCommand.message(for: error).contains(reason))
        #expect(PlayCommand.exitCode(for: error).rawValue == CommandStatus.usage.rawValue)
    }
}
