import Foundation
import TestFiles
import TestServers
import Testing

/// `interlude play --ad-tag` with servers that answer over HTTP, and with files.
@Suite("Ads of an ad tag")
struct AdTagRunTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    /// An answer with an ad of 2 s whose media and beacons are below `base`.
    private static func answer(_ base: String, media: String) -> String {
        let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"].map {
            "<Tracking event=\"\($0)\">\(base)/\($0)?n=[CACHEBUSTING]</Tracking>"
        }
        return """
            <VAST version="4.2"><Ad id="tea"><InLine><AdTitle>Tea</AdTitle>
            <Error>\(base)/error?code=[ERRORCODE]</Error><Impression>\(base)/impression</Impression>
            <Creatives><Creative><Linear><Duration>00:00:02</Duration>
            <TrackingEvents>\(events.joined())</TrackingEvents>
            <MediaFiles><MediaFile type="audio/wav">\(media)</MediaFile></MediaFiles></Linear></Creative>
            </Creatives></InLine></Ad></VAST>
            """
    }

    private static let breaks = ["--break-every", "4s", "--break-length", "2s", "--events", "-"]

    @Test("H6: are heard, and the server learns of each event once, in order")
    func heard() throws {
        let media = try Data(contentsOf: URL(filePath: command.spot()))
        let server = FaultServer { request, _ in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/tag":
                let host = request.headers["host"] ?? ""
                return .answer(
                    Array(Self.answer("http://\(host)", media: "http://\(host)/tea.wav").utf8))
            case "/tea.wav": return .answer(Array(media))
            default: return .answer([], type: "image/gif")
            }
        }
        defer { server.stop() }
        let run = try command.play(["--ad-tag", server.address("/tag")] + Self.breaks)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""event":"slot.completed","t":6"#), "\(run.output)")
        let targets = server.requests.map(\.target)
        #expect(targets.filter { $0 == "/tag" }.count == 2)
        #expect(
            targets.filter { $0 != "/tag" && $0 != "/tea.wav" }
                .map { String($0.prefix { $0 != "?" }) }.prefix(6) == [
                    "/start", "/firstQuartile", "/midpoint", "/thirdQuartile", "/impression",
                    "/complete",
                ])
        #expect(targets.allSatisfy { !$0.contains("[") })
        #expect(run.output.contains(#""event":"tracking.confirmed""#))
    }

    @Test(
        "B4: are heard with the sound of their video, whatever they are made for",
        arguments: [("audio", "audio"), ("hybrid", "hybrid"), ("video", "audio"), ("", "audio")])
    func video(adType: String, told: String) throws {
        let path = command.folder.file("tea.mp4")
        try Command([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:r=10:d=1.5",
            "-f", "lavfi", "-i", "sine=440:r=48000:d=1.5", "-c:v", "mpeg4", "-c:a", "aac",
            "-movflags", "+faststart", path,
        ]).successful()
        let media = try Data(contentsOf: URL(filePath: path))
        let server = FaultServer { request, _ in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/tag":
                let base = "http://\(request.headers["host"] ?? "")"
                let answer = Self.answer(base, media: "\(base)/tea.mp4")
                    .replacing("<Ad id", with: "<Ad adType=\"\(adType)\" id")
                    .replacing("audio/wav", with: "video/mp4")
                    .replacing("00:00:02", with: "00:00:01.5")
                    .replacing("[CACHEBUSTING]", with: "[ADTYPE]")
                return .answer(Array(answer.utf8))
            case "/tea.mp4": return .answer(Array(media), type: "video/mp4")
            default: return .answer([], type: "image/gif")
            }
        }
        defer { server.stop() }
        let run = try command.play(["--ad-tag", server.address("/tag")] + Self.breaks)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""event":"slot.completed""#), "\(run.output)")
        #expect(server.requests.contains { $0.target == "/complete?n=\(told)" })
    }

    @Test("B23: in a file play the media beside it, in the same bytes each time")
    func file() throws {
        _ = try command.spot()
        let tag = try command.folder.write(
            Self.answer("http://127.0.0.1:9", media: "tea.wav").utf8, to: "tag.xml")
        let runs = try (0..<2).map { _ in try command.play(["--ad-tag", tag] + Self.breaks) }
        #expect(runs.map(\.status) == [0, 0], "\(runs[0].errors)")
        #expect(runs[0].output == runs[1].output)
        #expect(runs[0].output.contains(#""event":"slot.completed""#), "\(runs[0].output)")
        // A document may not name this machine.
        #expect(runs[0].output.contains(#""event":"tracking.gaveUp""#))
    }

    @Test("that are missing leave the break to --fill, and the log says why")
    func missing() throws {
        let fill = try command.spot("fill.wav")
        let server = FaultServer { _, _ in .answer(Array("<html>".utf8)) }
        defer { server.stop() }
        let run = try command.play(
            ["--ad-tag", server.address("/tag"), "--fill", fill] + Self.breaks)
        #expect(run.status == 0)
        #expect(
            run.output.contains(
                #""event":"decision.failed","t":0,"frame":0,"request":1,"code":100"#),
            "\(run.output)")
        #expect(run.output.contains("fill.wav"))
    }

    @Test("play no file that a remote document names, even behind a file of the operator")
    func remoteDocument() throws {
        let media = try command.spot()
        let server = FaultServer { request, _ in
            let host = request.headers["host"] ?? ""
            return .answer(Array(Self.answer("http://\(host)", media: media).utf8))
        }
        defer { server.stop() }
        let wrapper = """
            <VAST version="4.2"><Ad><Wrapper><VASTAdTagURI>\(server.address("/tag"))</VASTAdTagURI>
            </Wrapper></Ad></VAST>
            """
        let tag = try command.folder.write(wrapper.utf8, to: "tag.xml")
        for place in [tag, server.address("/tag")] {
            let run = try command.play(["--ad-tag", place, "--allow-private"] + Self.breaks)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains(#""event":"decision.received""#), "\(run.output)")
            #expect(run.output.contains(#""event":"slot.failed""#))
            #expect(!run.output.contains(#""event":"slot.started""#))
        }
        #expect(server.requests.contains { $0.target == "/error?code=401" })
    }

    @Test("leave the break to --fill if a server never answers")
    func silentServer() throws {
        let fill = try command.spot("fill.wav")
        let server = FaultServer { _, _ in [.stall] }
        defer { server.stop() }
        let run = try command.play(
            [
                "--ad-tag", server.address("/tag"), "--fill", fill, "--break-every", "4s",
                "--break-length", "2s", "--duration", "7s", "--events", "-",
            ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""event":"decision.failed""#), "\(run.output)")
        #expect(run.output.contains(#""event":"slot.completed""#))
    }

    /// A list of breaks, each with one ad of 2 s.
    private static func list(_ offsets: [String]) -> String {
        let breaks = offsets.enumerated().map { index, offset in
            """
            <vmap:AdBreak timeOffset="\(offset)" breakType="linear" breakId="b\(index + 1)">
            <vmap:AdSource><vmap:VASTAdData>\(answer("http://127.0.0.1:9", media: "tea.wav"))
            </vmap:VASTAdData></vmap:AdSource></vmap:AdBreak>
            """
        }
        return """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            \(breaks.joined())</vmap:VMAP>
            """
    }

    @Test("are heard in the breaks of a VMAP list, while a recording waits")
    func list() throws {
        _ = try command.spot()
        let tag = try command.folder.write(
            Self.list(["start", "00:00:04", "end"]).utf8, to: "list.xml")
        let runs = try (0..<2).map { _ in
            try command.play(["--ad-tag", tag, "--match-loudness", "off", "--events", "-"])
        }
        #expect(runs.map(\.status) == [0, 0], "\(runs[0].errors)")
        #expect(runs[0].output == runs[1].output)
        let times = ["0", "6", "13"]
        for time in times {
            #expect(
                runs[0].output.contains("{\"event\":\"slot.started\",\"t\":\(time),"),
                "\(time): \(runs[0].output)")
        }
        #expect(runs[0].output.contains(#""event":"session.stopped","t":15"#))
    }

    @Test(
        "are heard at the end of a recording that declares no length, and at a share by an MP3's tag",
        arguments: [("mp3", [18.75, 77]), ("aac", [75]), ("opus", [75])])
    func undeclaredLength(format: String, times: [Double]) throws {
        _ = try command.spot()
        let tag = try command.folder.write(Self.list(["25%", "end"]).utf8, to: "list.xml")
        let programme = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../SampleMedia/programme/programme.\(format)").standardized.path
        let runs = try (0..<2).map { _ in
            try command.run([
                "play", programme, "--clock", "virtual", "--ad-tag", tag, "--match-loudness",
                "off", "--events", "-",
            ])
        }
        #expect(runs.map(\.status) == [0, 0], "\(runs[0].errors)")
        // A break at a share of an unknown length is left out.
        #expect(runs[0].output.contains(#""list":true"#) == (times.count == 1))
        #expect(runs[0].output == runs[1].output)
        let starts = runs[0].output.matches(of: #/"event":"slot.started","t":([0-9.]+)/#)
            .compactMap { Double($0.1) }
        try #require(starts.count == times.count, "\(runs[0].output)")
        #expect(zip(starts, times).allSatisfy { abs($0 - $1) < 0.05 }, "\(starts)")
    }

    @Test(
        "are missed with --strict if their file is neither an answer nor a list of breaks",
        arguments: ["", "<html/>", "Tea", "<VMAP><AdBreak timeOffset=\"start\">", "<VAST><Ad>"])
    func neither(text: String) throws {
        let tag = try command.folder.write(text.utf8, to: "tag.xml")
        let play = ["--ad-tag", tag, "--events", "-"]
        let run = try command.play(play)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""event":"session.warning","t":0"#), "\(run.output)")
        #expect(run.output.contains(#""list":true"#))
        #expect(try command.play(play + ["--strict"]).status == 1)
        // A marked break asks it as any tag, and leaves the break to the fallback.
        let fallback = try command.spot("fallback.wav")
        let marked = try command.play(["--ad-tag", tag, "--fallback", fallback] + Self.breaks)
        #expect(marked.status == 0, "\(marked.errors)")
        #expect(marked.output.contains(#""event":"decision.requested""#))
        #expect(marked.output.contains(#""event":"slot.completed""#), "\(marked.output)")
    }

    @Test("are missed with --strict if their place in a list cannot be read")
    func misplaced() throws {
        _ = try command.spot()
        let tag = try command.folder.write(Self.list(["start", "soon"]).utf8, to: "list.xml")
        let run = try command.play(["--ad-tag", tag, "--events", "-", "--strict"])
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.output.contains("the timeOffset 'soon' of 'b2' is none of VMAP"))
        // The others are heard.
        #expect(run.output.contains(#""event":"slot.completed""#), "\(run.output)")
    }

    @Test("do without spots that are not there in a player that never gives up")
    func absentSpots() throws {
        let absent = command.folder.file("absent.wav")
        let fill = [command.folder.file("absent.json"), absent, try command.spot("fill.wav")]
        let play =
            ["--fill", fill.joined(separator: ","), "--bumper-in", absent, "--slate", absent]
            + Self.breaks
        let refused = try command.play(play)
        #expect(refused.status == 66 && refused.complaints.count == 1, "\(refused.errors)")
        let run = try command.play(play + ["--give-up", "0"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""event":"slot.completed""#), "\(run.output)")
        let left = run.complaints.filter { $0.contains("left out: ") }
        for name in ["absent.json", "absent.wav"] {
            #expect(left.contains { $0.contains(name) }, "\(run.errors)")
        }
    }

    @Test("need a file that is there")
    func noFile() throws {
        let run = try command.play(["--ad-tag", command.folder.file("none.xml")])
        #expect(run.status == 66 && run.complaints.count == 1, "\(run.errors)")
    }
}
