import AdDisplay
import AdPlayback
import Advertising
import Foundation
import HTTPAccess
import MediaTime
import TestFiles
import TestServers
import Testing

@testable import Interlude

/// The answers of ad servers lead into the public network only (row H11).
@Suite("An ad server's answer that points inside", .timeLimit(.minutes(2)))
struct PrivateAddressTests {
    /// Loopback, private and link-local hosts, in all spellings that a resolver understands.
    private static let hosts = [
        "127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.1",
        "169.254.169.254", "0.0.0.0", "100.64.0.1", "[::1]", "[::]", "[fe80::1]", "[fc00::1]",
        "[fd00::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]",
        "[64:ff9b::7f00:1]",
        // As one number, in hexadecimal, octal, and with parts left out.
        "2130706433", "0x7f000001", "0x7f.1", "0x7f.0.0.1", "017700000001", "0177.0.0.1", "127.1",
        "0",
        // Names, also with the dot of the root.
        "localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost.", "127.0.0.1.",
    ]

    /// The names that the file of hosts gives for such an address.
    private static let names: [String] = {
        // try?: a machine without the file has no such names.
        let text = (try? String(contentsOf: URL(filePath: "/etc/hosts"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").flatMap { line -> [String] in
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let address = words.first,
                ["127.", "::1", "10.", "192.168.", "172.17."].contains(where: address.hasPrefix)
            else { return [] }
            return words.dropFirst().map { String($0) }
        }
    }()

    private static let inside =
        (hosts + names).map { "http://\($0):9/x" } + ["https://127.0.0.1:9/x", "http://10.0.0.1/x"]

    /// What is no address of the web.
    private static let schemes = [
        "file:///etc/passwd", "/etc/passwd", "ftp://ads/x", "gopher://ads/x",
        "data:audio/wav;base64,AAAA", "javascript:alert(1)", "FILE:///etc/passwd", "-",
    ]

    private let client = WebClient(configuration: WebClientConfiguration())

    /// What the ad server at `tag` decides.
    private func decision(_ tag: String) async -> AdDecision {
        let servers = FetchedAdDecisions(tags: [tag], client: client, provenance: .typed)
        let (answers, answer) = AsyncStream.makeStream(of: AdDecision.self)
        let load = servers.decide(AdOpportunity(duration: .seconds(30))) {
            answer.yield($0)
            answer.finish()
        }
        defer { load.cancel() }
        for await decision in answers { return decision }
        return AdDecision()
    }

    /// An ad with this media file, and this picture.
    private static func ad(media: String, picture: String = "http://ads.test/p") -> String {
        """
        <VAST version="4.2"><Ad><InLine><AdTitle>A</AdTitle><Creatives><Creative><Linear>
        <Duration>00:00:05</Duration><MediaFiles><MediaFile type="audio/wav"><![CDATA[\(media)]]>
        </MediaFile></MediaFiles></Linear><CompanionAds><Companion width="9" height="9">
        <StaticResource><![CDATA[\(picture)]]></StaticResource></Companion></CompanionAds>
        </Creative></Creatives></InLine></Ad></VAST>
        """
    }

    /// A server of ads that answers each request with `document`.
    private static func server(_ document: String) -> FaultServer {
        FaultServer { _, _ in .answer(Array(document.utf8), type: "application/xml") }
    }

    /// The words of the failure to load `spot`; `nil` if it is loaded.
    private func failure(_ spot: Advertisement) async -> String? {
        let (events, input) = AsyncStream.makeStream(of: SpotEvent.self)
        let load = FetchedSpots(client: client).load(spot, deadlines: SpotDeadlines()) {
            input.yield($0)
        }
        defer { load.cancel() }
        for await event in events {
            switch event {
            case .loaded: return nil
            case .failed(let failure): return failure.words
            case .connected, .received, .arrived: continue
            }
        }
        return nil
    }

    // MARK: - Addresses

    @Test("is not followed to another server", arguments: inside + schemes)
    func wrapper(address: String) async {
        let server = Self.server(
            """
            <VAST version="4.2"><Ad><Wrapper><VASTAdTagURI><![CDATA[\(address)]]></VASTAdTagURI>
            </Wrapper></Ad></VAST>
            """)
        defer { server.stop() }
        let decision = await decision(server.address("/tag"))
        #expect(decision.spots.isEmpty)
        #expect(decision.failure?.code == VASTError.wrapperUnreachable.rawValue)
    }

    @Test("is not followed to a media file", arguments: inside)
    func media(address: String) async throws {
        let server = Self.server(Self.ad(media: address))
        defer { server.stop() }
        let decision = await decision(server.address("/tag"))
        let spot = try #require(decision.spots.first)
        let words = try #require(await failure(spot))
        #expect(Self.isRefusal(words), "\(words)")
    }

    @Test("names no file as media", arguments: schemes)
    func mediaScheme(address: String) async throws {
        let server = Self.server(Self.ad(media: address))
        defer { server.stop() }
        // The answer may be refused as a whole.
        guard let spot = await decision(server.address("/tag")).spots.first else { return }
        #expect(await failure(spot) != nil)
    }

    @Test("is sent no beacon", arguments: inside + schemes)
    func beacon(address: String) async {
        for document in [nil, "http://127.0.0.1:10/tag"] {
            let beacon = Beacon(
                number: 1, kind: "start", address: address, documentAddress: document)
            guard case .failed(let reason) = await FetchedBeacons(client: client).send(beacon)
            else {
                Issue.record("the beacon was sent, or is tried again")
                continue
            }
            #expect(Self.isRefusal(reason), "\(reason)")
        }
    }

    @Test("is not followed to a picture", arguments: inside)
    func picture(address: String) async throws {
        let server = Self.server(Self.ad(media: "http://ads.test/m", picture: address))
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Self.ad(media: "m.wav", picture: address).utf8, to: "tag.xml")
        for tag in [server.address("/tag"), file] {
            let spot = try #require(await decision(tag).spots.first)
            let image = AdImage(try #require(spot.bannerFileURL), from: spot.bannerSource)
            let error = await #expect(throws: AdLoadError.self) {
                try await AdPictures(SessionOptions()).picture(image)
            }
            #expect(error.map { Self.isRefusal("\($0)") } == true, "\(tag)")
        }
    }

    @Test("names no file as a picture", arguments: schemes)
    func pictureScheme(address: String) async {
        let server = Self.server(Self.ad(media: "http://ads.test/m", picture: address))
        defer { server.stop() }
        #expect(await decision(server.address("/tag")).spots.first?.bannerFileURL == nil)
    }

    /// Whether these words say no more than that it is forbidden: nothing was connected to.
    private static func isRefusal(_ words: String) -> Bool {
        let connected = ["refuses the connection", "cannot be reached", "in time", "broke off"]
        return !words.isEmpty && !connected.contains(where: words.contains)
    }

    // MARK: - Redirects

    @Test("is refused behind a redirect, whatever asked for it", arguments: inside + schemes)
    func redirected(address: String) async throws {
        let server = FaultServer { request, _ in
            let base = "http://\(request.headers["host"] ?? "")"
            let path = request.target.prefix { $0 != "?" }
            return switch path {
            case "/tag":
                .answer(
                    Array(Self.ad(media: "\(base)/media", picture: "\(base)/picture").utf8),
                    type: "application/xml")
            default: .redirect(to: address)
            }
        }
        defer { server.stop() }
        let undecided = await decision(server.address("/elsewhere"))
        #expect(undecided.spots.isEmpty && undecided.failure != nil)
        let spot = try #require(await decision(server.address("/tag")).spots.first)
        #expect(await failure(spot) != nil)
        let image = AdImage(try #require(spot.bannerFileURL), from: spot.bannerSource)
        await #expect(throws: AdLoadError.self) {
            try await AdPictures(SessionOptions()).picture(image)
        }
        let beacon = Beacon(
            number: 1, kind: "start", address: server.address("/beacon"),
            documentAddress: server.address("/tag"))
        guard case .failed = await FetchedBeacons(client: client).send(beacon) else {
            Issue.record("the beacon was sent, or is tried again")
            return
        }
    }

    @Test("asks nothing of a server inside, by its address, a number or a name")
    func unasked() async throws {
        let inside = FaultServer { _, _ in .answer(Array("<VAST version=\"4.2\"/>".utf8)) }
        defer { inside.stop() }
        let port = inside.address("").split(separator: ":").last.map { String($0) } ?? ""
        for host in Self.hosts + Self.names where !host.hasPrefix("[") {
            let address = "http://\(host):\(port)/x"
            let server = Self.server(Self.ad(media: address, picture: address))
            defer { server.stop() }
            if let spot = await decision(server.address("/tag")).spots.first {
                _ = await failure(spot)
                let image = AdImage(address, from: spot.bannerSource)
                // try?: only whether the server is asked counts.
                _ = try? await AdPictures(SessionOptions()).picture(image)
            }
            let beacon = Beacon(number: 1, kind: "start", address: address)
            _ = await FetchedBeacons(client: client).send(beacon)
        }
        #expect(inside.requests.isEmpty)
    }
}
