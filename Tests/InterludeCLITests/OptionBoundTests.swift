import Advertising
import Foundation
import MediaTime
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("The bounds of an option")
struct OptionBoundTests {
    @Test(
        "are part of it",
        arguments: [
            (["play", "a", "--latency", "20ms"], true),
            (["play", "a", "--latency", "19ms"], false),
            (["play", "a", "--latency", "2s"], true),
            (["play", "a", "--latency", "2001ms"], false),
            (["play", "a", "--fade", "1s"], true), (["play", "a", "--fade", "1001ms"], false),
            (["play", "a", "--crossfade", "5s"], true),
            (["play", "a", "--crossfade", "5001ms"], false),
            (["play", "a", "--crossfade", "0"], true),
            (["play", "a", "--crossfade", "-1s"], false),
            (["play", "a", "--start", "1s"], true),
            (["play", "http://a.example/", "--start", "0s"], true),
            (["play", "a", "--duration", "10000h"], true),
            (["play", "a", "--duration", "10001h"], false),
            (["play", "a", "--network-delay", "0s"], true),
            (["play", "a", "--mpris"], true),
            (["play", "a", "--mpris", "--clock", "virtual"], false),
            (["play", "a", "--no-mpris", "--clock", "virtual"], true),
            (["play", "a", "--web", "0"], true),
            (["play", "a", "--web", "0", "--clock", "virtual"], false),
            (["play", "a", "--sink", "wav:b", "--clock", "virtual"], true),
            (["play", "a", "--sink", "wav16:b", "--clock", "virtual"], true),
            (["play", "a", "--sink", "hls:b", "--clock", "virtual"], true),
            (["play", "a", "--sink", "alsa", "--clock", "virtual"], false),
            (["play", "a", "--match-loudness", "fixed=-60"], true),
            (["play", "a", "--match-loudness", "fixed=0"], true),
            (["play", "a", "--match-loudness", "fixed=-60.1"], false),
            (["play", "a", "--match-loudness", "fixed=0.1"], false),
            (["play", "a", "--web", "65535"], true), (["play", "a", "--web", "65536"], false),
            (["latency", "--count", "1"], true), (["latency", "--count", "0"], false),
            (["latency", "--count", "1000"], true), (["latency", "--count", "1001"], false),
            (["latency", "--load", "60s"], true), (["latency", "--load", "61s"], false),
            (["latency", "--json"], true), (["latency", "--compare", "a"], true),
            (["latency", "--json", "--compare", "a"], false),
        ])
    func bounds(arguments: [String], isTaken: Bool) {
        let parsed = Result { try InterludeCommand.parseAsRoot(arguments) }
        switch parsed {
        case .success: #expect(isTaken)
        case .failure: #expect(!isTaken)
        }
    }

    @Test("are those of a measurement, unless others are typed")
    func latency() throws {
        let command = try LatencyCommand.parse([])
        #expect(command.count == 100 && command.load.duration == .seconds(10))
        #expect(command.limit.isEmpty && !command.json)
        #expect(command.sink == nil && command.compare == nil && command.report == nil)
    }

    @Test(
        "of a script are in the order of the options, at their times",
        arguments: [
            [
                "--volume", "0.5", "--ad-volume", "2s=-6dB", "--push",
                "0s=http://a.example/x.mp3", "--pause", "0s",
            ]
        ])
    func script(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let source = try folder.write("".utf8, to: "a.mp3")
        let options = try PlayCommand.parse(
            [source] + arguments + [
                "--bumper-in", "http://a.example/in.mp3", "--bumper-out", source,
                "--slate", "http://a.example/slate.mp3", "--credit-lasts", "30m",
                "--ignore", "1s", "--seek", "2s=3s", "--unpause", "4s", "--give-up", "0",
                "--first-spot-limit", "0", "--break", "hold", "--resume", "continue",
                "--fade", "20ms", "--start", "1s", "--duration", "9s", "--match-loudness", "off",
                "--crossfade", "1.5s",
            ])
        let configuration = try options.sessionConfiguration()
        #expect(
            configuration.script.map(\.time.seconds) == [0, 2, 0, 1, 2, 0, 4])
        let commands = configuration.script.map { "\($0.command)".prefix { $0.isLetter } }
        #expect(
            commands == [
                "setVolume", "setAdVolume", "push", "ignoreAdvertisements", "seek", "pause",
                "unpause",
            ])
        #expect(configuration.bumpers?.opening?.audioFileURL == "http://a.example/in.mp3")
        #expect(configuration.bumpers?.closing?.audioFileURL == source)
        #expect(configuration.slate?.audioFileURL == "http://a.example/slate.mp3")
        #expect(configuration.truex.creditLasts == .seconds(1800))
        #expect(configuration.giveUp == nil && configuration.firstSpotLimit == nil)
        #expect(configuration.outage?.startLimit == nil)
        #expect(configuration.breakPolicy == .hold && configuration.resume == .continue)
        #expect(configuration.fade == .milliseconds(20) && configuration.start == .seconds(1))
        #expect(configuration.crossfade == .milliseconds(1500))
        #expect(configuration.duration == .seconds(9) && configuration.loudness == .off)
        #expect(configuration.home == source && configuration.source == source)
    }

    @Test("of a session are its own where none is typed")
    func defaults() throws {
        let options = try PlayCommand.parse(["http://a.example/live"])
        let configuration = try options.sessionConfiguration()
        #expect(configuration.breakPolicy == .mute && configuration.resume == .live)
        #expect(configuration.giveUp == .seconds(60))
        #expect(configuration.firstSpotLimit == .seconds(2))
        #expect(configuration.duration == nil && configuration.script.isEmpty)
        #expect(configuration.crossfade == nil)
        #expect(configuration.outage?.startLimit != nil)
        #expect(configuration.home == "http://a.example/live")
        let duck = try PlayCommand.parse(["-", "--break", "duck"]).sessionConfiguration()
        #expect(duck.breakPolicy == .duck && duck.home == nil)
        let home = try PlayCommand.parse(["-", "--home", "http://a.example/"])
        #expect(try home.sessionConfiguration().home == "http://a.example/")
    }

    @Test("of what a session writes and fetches come from the options")
    func sessionOptions() throws {
        let plain = try PlayCommand.parse(["a"]).sessionOptions
        #expect(plain.recording == nil && plain.documentAddresses == .publicOnly)
        #expect(plain.networkDelay == .zero)
        let options = try PlayCommand.parse([
            "a", "--clock", "virtual", "--network-delay", "3s", "--allow-private", "--record", "r",
        ]).sessionOptions
        #expect(options.recording == .file(path: "r") && options.documentAddresses == .any)
        #expect(options.networkDelay == .seconds(3))
        let output = try PlayCommand.parse(["a", "--record", "-"]).sessionOptions
        #expect(output.recording == .standardOutput)
    }

    @Test("of an event log in real time have the time of its start")
    func label() throws {
        let real = try PlayCommand.parse(["a", "--sink", "wav:secret.wav"])
        let label = real.label(playingTo: .init(.wav(path: "secret.wav")))
        #expect(label.sink == "wav" && label.clock == "real" && label.version == "0.1.0")
        let time = try #require(label.startTime)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        let restream = real.label(playingTo: .init(.icecast(address: "http://a:secret@b/c.mp3")))
        #expect(restream.sink == "icecast")
        let virtual = try PlayCommand.parse(["a", "--clock", "virtual"])
        #expect(virtual.label(playingTo: .init(.null, clock: .virtual)).startTime == nil)
    }
}

@Suite("The name of a spot")
struct SpotNameTests {
    @Test(
        "is the end of its address, or all of it, without a login",
        arguments: [
            ("http://a.example/ads/tea.mp3?x=1", "tea.mp3"),
            ("http://ann:secret@a.example/", "http://a.example/"),
            ("http://a.example", "http://a.example"),
        ])
    func address(address: String, title: String) throws {
        let spot = try SpotArgument.address(address).advertisement()
        #expect(spot.title == title)
        #expect(spot.audioFileURL == address && spot.id == 0)
    }

    @Test(
        "is that of its audio if its description has none",
        arguments: [
            (#"{"url": "audio/tea.mp3"}"#, "tea.mp3", true),
            (#"{"url": "http://a.example/x/coffee.mp3"}"#, "coffee.mp3", false),
            (#"{"url": "/spots/../tea.mp3", "title": "Tea"}"#, "Tea", false),
        ])
    func description(text: String, title: String, isBeside: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text.utf8, to: "spot.json")
        let spot = try SpotArgument.description(path: path).advertisement()
        #expect(spot.title == title)
        #expect(spot.audioFileURL.hasPrefix(folder.path) == isBeside)
        #expect(!spot.audioFileURL.contains(".."))
    }

    @Test("says whether a file must exist", arguments: ["JSON", "json", "mp3"])
    func presence(ending: String) throws {
        let spot = try SpotArgument(parsing: "/nowhere/spot.\(ending)")
        let isDescription = ending.lowercased() == "json"
        let presence = Result { try spot.requirePresent() }
        switch presence {
        case .success: #expect(isDescription)
        case .failure: #expect(!isDescription)
        }
        try SpotArgument(parsing: "http://a.example/x").requirePresent()
    }
}
