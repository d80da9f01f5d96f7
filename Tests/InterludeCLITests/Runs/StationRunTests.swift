import Foundation
import TestFiles
import TestServers
import Testing

@testable import InterludeCLI

@Suite("The station of the command line", .timeLimit(.minutes(4)))
struct StationRunTests {
    private let command: BuiltCommand

    private static let media = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia").standardizedFileURL.path

    init() throws {
        command = try BuiltCommand()
    }

    private func station(_ arguments: [String]) throws -> RunningCommand {
        try RunningCommand(
            command, ["station", "--port", "0"] + arguments,
            environment: ["INTERLUDE_MEDIA": Self.media])
    }

    @Test(
        "prints its addresses as lines to read, and how to play one", arguments: [SIGINT, SIGTERM])
    func list(signal: Int32) throws {
        let station = try station([])
        #expect(station.hasPrinted("try: interlude play http"))
        station.signal(signal)
        #expect(station.finish() == 0)
        let lines = station.output.text.split(separator: "\n").map(String.init)
        let address = try #require(lines.first?.split(separator: " ").last)
        #expect(address.hasPrefix("http://127.0.0.1:"))
        #expect(lines.first == "The sample station is on air at \(address)")
        #expect(
            lines[1..<11] == [
                "  MP3\t\(address)/live.mp3", "  AAC\t\(address)/live.aac",
                "  Opus\t\(address)/live.opus", "  HLS\t\(address)/live.m3u8",
                "  HLS, MPEG-TS\t\(address)/live-ts.m3u8",
                "  HLS, MP4\t\(address)/live-fmp4.m3u8",
                "  HLS, AAC\t\(address)/live-aac.m3u8",
                "  HLS, MP3\t\(address)/live-mp3.m3u8", "Spots:",
                "  Skerry Line Ferries\t\(address)/spots/ferry.mp3",
            ])
        #expect(
            lines.suffix(8) == [
                "Ad service: \(address)/api", "Ad tag: \(address)/ads/vast.xml",
                "true[X]: \(address)/truex/config?placement_hash=lighthouse&user_id=listener",
                "  file with pods\t\(address)/programme/with-pods.flac",
                "  its schedule\t\(address)/schedule/uplynk.json",
                "  live with pods\t\(address)/live-with-pods.mp3",
                "  its schedule\t\(address)/schedule/live.json",
                "try: interlude play \(address)/live.mp3",
            ])
        #expect(station.errors.text == "")
    }

    @Test("is inspected: its segments as the playlist of a choice, or of the best of them")
    func inspected() throws {
        let station = try station([])
        #expect(station.hasPrinted("try: interlude play http"))
        let address = try #require(station.output.text.firstMatch(of: /on air at (\S+)/)).1
        let single = try command.run(["inspect", "stream", "\(address)/live-mp3.m3u8"])
        let several = try command.run(["inspect", "stream", "\(address)/live.m3u8"])
        for (run, members) in [
            (single, [#""codec":"mp3""#, #""sampleRate":44100"#, #""variants":[]}"#]),
            (
                several,
                [#""codec":"aac","container":"mpegts""#, #""uri":"live-ts.m3u8"},{"bandwidth""#]
            ),
        ] {
            #expect(run.status == 0, "\(run.errors)")
            let both = [
                #""contentType":"application/vnd.apple.mpegurl","cues":[],"length":10.0"#,
                #""playlist":{"encrypted":false,"endList":false,"#, #""targetDuration":4}"#,
            ]
            for member in members + both {
                #expect(run.output.contains(member), "\(run.output)")
            }
        }
    }

    @Test("prints its addresses as one line of JSON for scripts, and serves there")
    func json() throws {
        let station = try station(["--json", "--host", "localhost", "--media", Self.media])
        #expect(station.hasPrinted("\n"))
        let text = station.output.text
        #expect(text.count { $0 == "\n" } == 1)
        #expect(text.hasPrefix(#"{"aac":"http://"#), "\(text)")
        let addresses = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let spots = try #require(addresses["spots"] as? [[String: Any]])
        #expect(spots.count == 5)
        let spot = try #require(spots[0]["url"] as? String)
        let answer = try Command(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", spot])
        #expect(answer.output == "200")
        station.signal(SIGTERM)
        #expect(station.finish() == 0)
    }

    @Test("without an address of its own plays what media it has")
    func small() throws {
        try command.folder.write(#"{"programme": {}, "spots": []}"#.utf8, to: "station.json")
        let station = try station(["--media", command.folder.path])
        if station.hasPrinted("try: ") {
            station.signal(SIGTERM)
            #expect(station.finish() == 0)
            let lines = station.output.text.split(separator: "\n")
            #expect(!lines.contains { $0.hasPrefix("true[X]") || $0.contains("MP3") }, "\(lines)")
        } else {
            #expect(station.finish() == 65)
        }
    }

    @Test("says why it cannot serve, with the status of the reason")
    func refused() throws {
        let missing = try command.run(["station", "--media", command.folder.path])
        #expect(missing.status == 66)
        #expect(missing.errors.hasPrefix("interlude: station: "), "\(missing.errors)")
        try command.folder.write("{".utf8, to: "station.json")
        #expect(try command.run(["station", "--media", command.folder.path]).status == 65)
        let place = try command.run(["station", "--media", Self.media, "--host", "203.0.113.1"])
        #expect(place.status == 69)
        #expect(place.errors.hasPrefix("interlude: station: "), "\(place.errors)")
    }

    @Test(
        "takes ports and bursts that exist",
        arguments: [
            (["--port=0"], true), (["--port=65535"], true), (["--port=65536"], false),
            (["--port=-1"], false), (["--burst=0"], true), (["--burst=-1"], false),
        ])
    func options(arguments: [String], isTaken: Bool) {
        let parsed = Result { try StationCommand.parse(arguments) }
        switch parsed {
        case .success: #expect(isTaken)
        case .failure: #expect(!isTaken)
        }
    }

    @Test("gives a new listener 64 kB at once, and listens at this machine, unless told otherwise")
    func defaults() throws {
        let station = try StationCommand.parse([])
        #expect(station.burst == 65_536 && station.port == 0 && station.host == "127.0.0.1")
        #expect(!station.json && station.media == nil)
    }
}
