import Foundation
import Interlude
import TestFiles
import TestServers
import TestSignals
import Testing

@Suite("A live stream whose format changes", .timeLimit(.minutes(5)))
struct ChangingStreamTests {
    private static let frequency = 440.0

    /// A second of a tone that does not continue the phase of the last one.
    struct Link: Sendable {
        let name: String
        var arguments: [String]
        var rate = 48_000
        var phase = 0.0

        func encoded() throws -> [UInt8] {
            let folder = try TemporaryFolder()
            let output = folder.file(name)
            let tone = "0.5*sin(2*PI*\(frequency)*t+\(phase))"
            try Command(
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                    "aevalsrc=\(tone)|\(tone):s=\(rate):d=1",
                ] + arguments + [output]
            ).successful()
            return try [UInt8](Data(contentsOf: URL(filePath: output)))
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let contentType: String
        let links: [Link]
        var reason = "formatChanged"
        /// Whether the links begin and end with the tone: raw streams include their encoders'
        /// padding.
        var hasCleanEnds: Bool { contentType == "application/ogg" }
    }

    private static let vorbis = ["-c:a", "libvorbis", "-q", "8", "-f", "ogg"]
    private static let opus = ["-c:a", "libopus", "-b:a", "256k", "-f", "ogg"]
    private static let flac = ["-c:a", "flac", "-f", "ogg"]
    private static let aac = ["-c:a", "aac", "-b:a", "256k"]
    private static let mp3 = ["-c:a", "libmp3lame", "-b:a", "128k", "-id3v2_version", "0"]
    private static let rawMP3 = mp3 + ["-write_xing", "0"]

    static let changes = [
        Change(
            testDescription: "chained Vorbis", contentType: "application/ogg",
            links: [
                Link(name: "a.ogg", arguments: vorbis, rate: 44_100),
                Link(name: "b.ogg", arguments: vorbis, phase: 1.5),
            ]),
        Change(
            testDescription: "chained FLAC", contentType: "application/ogg",
            links: [
                Link(name: "a.ogg", arguments: flac, rate: 44_100),
                Link(name: "b.ogg", arguments: flac, phase: 1.5),
            ]),
        Change(
            testDescription: "chained Opus", contentType: "application/ogg",
            links: [
                Link(name: "a.ogg", arguments: opus),
                Link(name: "b.ogg", arguments: opus + ["-ac", "1"], phase: 1.5),
            ]),
        Change(
            testDescription: "Vorbis and then Opus", contentType: "application/ogg",
            links: [
                Link(name: "a.ogg", arguments: vorbis),
                Link(name: "b.ogg", arguments: opus, phase: 1.5),
            ]),
        Change(
            testDescription: "ADTS that changes its rate", contentType: "audio/aac",
            links: [
                Link(name: "a.aac", arguments: aac, rate: 44_100),
                Link(name: "b.aac", arguments: aac + ["-ac", "1"], phase: 1.5),
            ]),
        Change(
            testDescription: "an MP3 with a Xing header, spliced", contentType: "audio/mpeg",
            links: [
                Link(name: "a.mp3", arguments: mp3, rate: 44_100),
                Link(name: "b.mp3", arguments: rawMP3, phase: 1.5),
            ]),
        Change(
            testDescription: "an advertisement that the server puts before the stream",
            contentType: "audio/mpeg",
            links: [
                Link(name: "a.mp3", arguments: mp3),
                Link(name: "b.mp3", arguments: rawMP3, phase: 1.5),
            ], reason: "spliced"),
    ]

    @Test("E19: plays through without a click, and the change is counted", arguments: changes)
    func within(change: Change) async throws {
        let bytes = try change.links.flatMap { try $0.encoded() }
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: \(change.contentType)", "icy-name: test")]
                + [.send(bytes), .stall]
        }
        defer { server.stop() }
        let outcome = try await Self.play(server.address("/live"), frames: 86_400)
        #expect(
            outcome.values("reason", of: "stream.discontinuity") == ["\"\(change.reason)\""],
            "\(outcome.log)")
        #expect(outcome.end == .asked, "\(outcome.end)")
        #expect(outcome.frames(of: "stream.underrun") == [])
        #expect(outcome.sound.frameCount == 86_400)
        guard change.hasCleanEnds else { return }
        let click = outcome.sound[4_800..<81_600].signal.loudestClick(inToneOf: Self.frequency)
        #expect(click < -70, "\(click) dB")
    }

    @Test("may change together with its connection")
    func reconnected() async throws {
        let bytes = try [
            Link(name: "a.mp3", arguments: Self.rawMP3),
            Link(name: "b.aac", arguments: Self.aac, rate: 44_100, phase: 1.5),
            Link(name: "c.ogg", arguments: Self.opus, phase: 3),
        ].map { try $0.encoded() }
        let types = ["audio/mpeg", "audio/aac", "application/ogg"]
        let server = FaultServer { _, index in
            [.head("200 OK", "Content-Type: \(types[min(index, 2)])", "icy-name: test")]
                + [.send(bytes[min(index, 2)])] + (index < 2 ? [] : [.stall])
        }
        defer { server.stop() }
        let outcome = try await Self.play(server.address("/live"), frames: 134_400)
        let reasons = outcome.values("reason", of: "stream.discontinuity")
        #expect(reasons.count { $0 == "\"reconnected\"" } == 2, "\(outcome.log)")
        #expect(reasons.count { $0 == "\"formatChanged\"" } == 2, "\(outcome.log)")
        #expect(outcome.frames(of: "stream.underrun") == [], "\(outcome.log)")
        #expect(outcome.end == .asked, "\(outcome.end)")
    }

    private static func play(_ address: String, frames frameCount: Int) async throws -> Outcome {
        var played = PlayedSource(address)
        played.giveUp = .seconds(20)
        played.configuration.duration = .frames(frameCount)
        return try await played.run()
    }
}
