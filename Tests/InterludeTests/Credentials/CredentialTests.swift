import Advertising
import Foundation
import Interlude
import MediaTime
import Synchronization
import TestFiles
import TestServers
import Testing

@Suite("Credentials", .timeLimit(.minutes(2)))
struct CredentialTests {
    /// A way in which a stream leads from one host to another.
    enum Way: String, CaseIterable, Sendable {
        case redirect
        case permanentRedirect
        case m3u
        case pls
        /// `ctl play` and `POST /api/play`.
        case play
        case scriptedPlay
    }

    /// The response of the source's own server.
    private static func steps(_ way: Way, to other: String) -> [FaultServer.Step] {
        switch way {
        case .redirect: .redirect(to: other)
        case .permanentRedirect: .redirect(to: other, status: "308 Permanent Redirect")
        case .m3u: .answer(Array("#EXTM3U\n\(other)\n".utf8), type: "audio/x-mpegurl")
        case .pls: .answer(Array("[playlist]\nFile1=\(other)\n".utf8), type: "audio/x-scpls")
        case .play, .scriptedPlay: [.stall]
        }
    }

    private static let headers = [
        ("X-Api-Key", "k1"), ("Cookie", "c1"), ("Authorization", "Bearer a1"), ("X-Any", "x1"),
    ]

    @Test("those for the host of SOURCE go to no other", arguments: Way.allCases)
    func otherHost(way: Way) async throws {
        let other = FaultServer { _, _ in .answer([], status: "400 No") }
        let place = other.address("/live")
        let server = FaultServer { _, _ in Self.steps(way, to: place) }
        defer {
            server.stop()
            other.stop()
        }
        let source = "http://ann:secret@127.0.0.1:\(server.port)/live"
        let session = session(way, source, then: place)
        try session.play()
        _ = await session.ended()
        let asked = try #require(other.requests.first)
        for header in Self.headers { #expect(asked.headers[header.0.lowercased()] == nil) }
        #expect(!asked.headers.values.contains { $0.contains("secret") })
        if way != .play, way != .scriptedPlay {
            let own = try #require(server.requests.first)
            for header in Self.headers { #expect(own.headers[header.0.lowercased()] == header.1) }
        }
    }

    private func session(_ way: Way, _ source: String, then place: String) -> AudioSession {
        var configuration = SessionConfiguration(source: source)
        var options = SessionOptions()
        options.headers = Self.headers.map { (name: $0.0, value: $0.1) }
        options.documentAddresses = .any
        if way == .scriptedPlay {
            configuration.script = [.init(at: .zero, .play(source: place))]
        }
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .virtual), options: options)
        if way == .play { session.send(.play(source: place)) }
        return session
    }

    @Test("the name and password of SOURCE go with every request for its host")
    func sameHost() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/live": .redirect(to: "/list.m3u")
            case "/list.m3u": .answer(Array("live.mp3\n".utf8), type: "audio/x-mpegurl")
            default: .answer([], status: "400 No")
            }
        }
        defer { server.stop() }
        let source = "http://ann:se%2Fcret@127.0.0.1:\(server.port)/live"
        let session = AudioSession(
            SessionConfiguration(source: source),
            output: AudioOutput(.null, clock: .virtual))
        try session.play()
        _ = await session.ended()
        let login = "Basic \(Data("ann:se/cret".utf8).base64EncodedString())"
        #expect(server.requests.map(\.target) == ["/live", "/list.m3u", "/live.mp3"])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == login })
    }

    @Test("no event, status, error, diagnosis or recording holds the password of an address")
    func unseen() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer { _, _ in .answer([], status: "400 No") }
        defer { server.stop() }
        let place = { (name: String) -> String in
            "http://ann:sec\(name)ret@127.0.0.1:\(server.port)/\(name)"
        }
        var configuration = SessionConfiguration(source: place("a"))
        let spot = Advertisement(
            id: 1, title: "A", audioFileURL: place("b"), bannerFileURL: place("c"),
            bannerTargetURL: place("d"))
        configuration.script = [
            .init(at: .zero, .push([spot])), .init(at: .zero, .play(source: place("e"))),
        ]
        var options = SessionOptions()
        options.recording = .file(path: folder.file("recording"))
        options.headers = [("X-Api-Key", "secret")]
        let words = Words()
        options.diagnostics = { words.add($0) }
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .virtual), options: options)
        session.addDelegate(words)
        session.send(.push([spot])) { _ in }
        session.send(.play(source: place("f"))) { _ in }
        try session.play()
        let end = await session.ended()
        let recording = try String(contentsOfFile: folder.file("recording"), encoding: .utf8)
        let status = [session.status.source, "\(session.status.json)"]
        let told = words.all + status + ["\(end)", recording]
        for text in told { #expect(!text.contains(/sec.?ret/), "\(text)") }
        #expect(server.requests.contains { $0.headers["authorization"] != nil })
        let mode = try FileManager.default.attributesOfItem(
            atPath: folder.file("recording"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }
}

/// Keeps all output of a session.
private final class Words: AudioSessionDelegate {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func add(_ text: String) { kept.withLock { $0.append(text) } }

    func onEvent(_ record: EventRecord) {
        add("\(record.json)")
        add("\(record)")
    }

    func onStatusUpdate(_ status: PlayerStatus) { add(status.source) }
}
