import Foundation
import TestFiles
import TestServers
import Testing

/// The station's live HLS, as other programs read it.
@Suite("Live HLS of the station", .timeLimit(.minutes(4))) struct HLSStationTests {
    @Test(
        "is played by ffprobe without an error, with continuous times, in real time",
        arguments: ["ts", "fmp4", "aac", "mp3"])
    func plays(form: String) async throws {
        let station = try RunningStation([])
        let address = try station.address(form: form)
        let run = try await onThread {
            try Command([
                "ffprobe", "-v", "error", "-select_streams", "a", "-read_intervals", "%+16",
                "-show_entries", "packet=pts_time", "-of", "csv=p=0", address,
            ]).successful()
        }
        #expect(run.errors == "")
        let times = run.output.split(whereSeparator: { $0.isNewline || $0 == "," })
            .compactMap { Double($0) }
        #expect((times.last ?? 0) - (times.first ?? 0) > 15)
        // ffprobe counts the time of packed MP3 from what it has read ahead, up to three frames.
        let longest = form == "mp3" ? 4 * 1152.0 / 44_100 : 1024.0 / 48_000
        for (time, next) in zip(times, times.dropFirst()) {
            #expect(abs(next - time) < longest + 0.001)
        }
    }

    @Test(
        "is inspected with its format, its loudness and its markers",
        arguments: [("ts", "mpegts"), ("fmp4", "mov"), ("aac", "aac"), ("mp3", "mp3")])
    func inspection(form: String, container: String) async throws {
        let station = try RunningStation([
            "--markers", "cue-out", "--break-every", "4s", "--break-length", "2s",
        ])
        let address = try station.address(form: form)
        // Until the break at 4 s is in the playlist.
        let json = try await onThread {
            while true {
                let json = try Self.inspected(address, ["--duration", "1m"])
                if let cues = json["cues"] as? [[String: Any]], cues.count >= 2 { return json.text }
            }
        }
        let found = try JSONText(json)
        #expect(found["container"] as? String == container)
        #expect(found["codec"] as? String == (form == "mp3" ? "mp3" : "aac"))
        #expect(found["sampleRate"] as? Int == (form == "mp3" ? 44_100 : 48_000))
        #expect(found["channels"] as? Int == 2)
        #expect((80_000...140_000).contains(found["bitrate"] as? Int ?? 0))
        let loudness = try #require(found["loudness"] as? Double)
        #expect((-40 ... -5).contains(loudness))
        let cues = try #require(found["cues"] as? [[String: Any]])
        #expect(cues.allSatisfy { $0["source"] as? String == "hls" })
        let kinds = cues.prefix(2).map { $0["kind"] as? String }
        #expect(kinds == ["out", "in"])
        let places = cues.prefix(2).compactMap { $0["at"] as? Double }
        try #require(places.count == 2)
        #expect(abs(places[1] - places[0] - 2) < 0.03)
    }

    @Test("is inspected beside the station's other streams, and files")
    func others() async throws {
        let station = try RunningStation([
            "--markers", "adswizz", "--break-every", "2s", "--break-length", "1s", "--burst",
            "200000",
        ])
        let live = try station.address("mp3")
        let list = try station.address("hls")
        let (icy, variants, file) = try await onThread {
            // Until several breaks are in the burst.
            var icy = try Self.inspected(live, [])
            while (icy["cues"] as? [Any])?.count ?? 0 < 2 { icy = try Self.inspected(live, []) }
            let file = try Self.inspected(Peers.sample("spots/ferry.mp3"), ["--duration", "1m"])
            return (icy.text, try Self.inspected(list, []).text, file.text)
        }
        let stream = try JSONText(icy)
        let headers = try #require(stream["icy"] as? [String: String])
        #expect(headers["name"] == "Lighthouse Radio" && headers["metaint"] == "16000")
        #expect(stream["container"] as? String == "mp3" && stream["bitrate"] as? Int == 128_000)
        let cues = try #require(stream["cues"] as? [[String: Any]])
        #expect(cues.allSatisfy { $0["source"] as? String == "icy" })
        let names = try #require(JSONText(variants)["variants"] as? [[String: Any]])
        #expect(names.compactMap { $0["uri"] as? String }.first == "live-ts.m3u8")
        #expect(names.count == 3)
        let spot = try JSONText(file)
        let length = try #require(spot["length"] as? Double)
        #expect(abs(length - 13.296) < 0.05)
    }

    @Test("is refused in one line where nothing can be inspected")
    func refusal() throws {
        let folder = try TemporaryFolder()
        let page = try folder.write("<html>".utf8, to: "page.mp3")
        try CommandRun.expect(["inspect", "stream", page], status: 65)
        try CommandRun.expect(["inspect", "stream", folder.file("none.mp3")], status: 66)
        try CommandRun.expect(["inspect", "stream", "http://127.0.0.1:1/"], status: 69)
    }

    private static func inspected(_ input: String, _ options: [String]) throws -> JSONText {
        try JSONText(
            Command([Player.executable, "inspect", "stream", input] + options).successful().output)
    }
}
