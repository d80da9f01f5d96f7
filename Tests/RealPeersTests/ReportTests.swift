import Foundation
import TestFiles
import TestServers
import Testing

@Suite("The page of play --report")
struct ReportTests {
    private static let programme = Peers.sample("programme/programme.mp3")
    private static let spots = [Peers.sample("spots/ferry.mp3"), Peers.sample("spots/bikes.ogg")]

    private static func page(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("is the same for the same input, and has the frames of the event log")
    func deterministic() throws {
        let folder = try TemporaryFolder()
        let pages = try ["a.html", "b.html"].map { name in
            let player = try Player(
                Self.programme,
                [
                    "--clock", "virtual", "--duration", "40s", "--break", "hold", "--push",
                    "3s=\(Self.spots.joined(separator: ","))", "--report", folder.file(name),
                ])
            let outcome = player.finish(within: .seconds(60))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let page = try Self.page(folder.file(name))
            let joints = outcome.events.all("slot.started") + outcome.events.all("stream.resumed")
            #expect(joints.count == 3)
            for joint in joints { #expect(page.contains(">\(joint.frame)</td>")) }
            #expect(page.contains("stood still, to the frame"))
            #expect(page.contains("<b>0 <small>frames</small></b><span>of gap at 3 joints"))
            return page
        }
        #expect(pages[0] == pages[1])
    }

    @Test("is written after an interrupt, for a null sink in real time")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        let player = try Player(
            Self.programme, ["--push", "0s=\(Self.spots[0])", "--report", folder.file("page.html")])
        try player.wait(for: "slot.firstQuartile")
        player.interrupt()
        let outcome = player.finish(within: .seconds(20))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let page = try Self.page(folder.file("page.html"))
        #expect(page.contains("stopped with its stream"))
        #expect(page.contains("<h2>Passed</h2>"))
        #expect(page.contains("<p>began "), "the clock is real")
        #expect(page.contains("<path class=\"loudness spot\""))
    }

    @Test("is written for a session that fails", arguments: [("broken/page.mp3", 65)])
    func failed(source: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        try CommandRun.expect(
            [
                "play", Peers.sample(source), "--clock", "virtual", "--report",
                folder.file("a.html"),
            ],
            status: status)
        #expect(try Self.page(folder.file("a.html")).contains("failed: "))
    }

    @Test("is written for a session whose output cannot be opened")
    func noOutput() throws {
        let folder = try TemporaryFolder()
        try CommandRun.expect(
            [
                "play", Self.programme, "--clock", "virtual", "--sink", "wav:/nowhere/out.wav",
                "--report", folder.file("a.html"),
            ], status: 74)
        #expect(try Self.page(folder.file("a.html")).contains("failed: "))
    }
}

extension SoundServer {
    @Suite("the page of play --report")
    struct PageTests {
        @Test("has the events at a sound server, and the loudness there")
        func page() async throws {
            let folder = try TemporaryFolder()
            let outcome = try await onThread {
                let server = try PrivatePulseAudio()
                let player = try Player(
                    Peers.sample("programme/programme.mp3"),
                    [
                        "--duration", "5s", "--push", "1s=\(Peers.sample("spots/ferry.mp3"))",
                        "--report", folder.file("page.html"),
                    ], on: server)
                return player.finish(within: .seconds(30))
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let page = try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
            let start = try #require(outcome.events.all("slot.started").first)
            #expect(page.contains(">\(start.frame)</td>"))
            for words in ["loudness stream", "loudness spot", "stopped with its stream"] {
                #expect(page.contains(words), "\(words)")
            }
        }
    }
}
