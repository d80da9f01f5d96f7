import Foundation
import Interlude
import TestServers
import Testing

@testable import InterludeWeb

@Suite("The picture of the programme", .timeLimit(.minutes(1)))
struct ArtworkTests {
    private static func status(
        _ artwork: String, of source: String, namedBy namer: SourceNamer = .operator
    ) -> PlayerStatus {
        var status = PlayerStatus.playing
        status.source = source
        status.artwork = PlayerStatus.Artwork(address: artwork, namer: namer)
        return status
    }

    private static func request(_ address: String) -> String {
        "GET /api/artwork?at=\(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)"
    }

    private static func station() -> FaultServer {
        FaultServer { _, _ in .answer(Array("GIF89a;".utf8), type: "text/plain") }
    }

    @Test("is served by the player under its address in the state, and no other address is")
    func served() async throws {
        let station = Self.station()
        defer { station.stop() }
        let picture = station.address("/cover.gif?now=1&x=%20")
        let status = Self.status(picture, of: station.address("/live"))
        try await Stage.with(status: status) { stage in
            let state = try await stage.ask("GET /api/state").object
            #expect(state?["artwork"] as? String == picture)
            let answer = try await stage.ask(Self.request(picture))
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.headers["content-type"] == "image/gif")
            #expect(answer.headers["content-security-policy"]?.contains("sandbox") == true)
            for other in [station.address("/other"), "", "/etc/passwd", "file:///etc/passwd"] {
                #expect(try await stage.ask(Self.request(other)).status == 404)
            }
            #expect(try await stage.ask("GET /api/artwork").status == 404)
        }
    }

    @Test("is refused in a private network, unless the operator named its server")
    func hostile() async throws {
        let station = Self.station()
        defer { station.stop() }
        let picture = station.address("/cover.gif")
        for status in [
            Self.status(picture, of: "http://radio.example/live"),
            Self.status(picture, of: station.address("/live"), namedBy: .listener),
            Self.status("http://169.254.169.254/latest", of: station.address("/live")),
        ] {
            try await Stage.with(status: status) { stage in
                let answer = try await stage.ask(Self.request(status.artwork?.address ?? ""))
                #expect(answer.status == 502)
                #expect(answer.error == "the picture cannot be shown")
            }
        }
    }

    @Test("is an image, whatever the station calls it")
    func page() async throws {
        let station = FaultServer { _, _ in
            .answer(Array("<html><svg/></html>".utf8), type: "image/png")
        }
        defer { station.stop() }
        let picture = station.address("/cover.png")
        let status = Self.status(picture, of: station.address("/live"))
        try await Stage.with(status: status) { stage in
            let answer = try await stage.ask(Self.request(picture))
            #expect(answer.status == 502)
        }
    }
}
