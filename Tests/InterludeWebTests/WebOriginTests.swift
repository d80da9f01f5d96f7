import Testing

@testable import InterludeWeb

@Suite("A page behind a reverse proxy", .timeLimit(.minutes(1)))
struct WebOriginTests {
    @Test(
        "is served at an origin",
        arguments: [
            ("https://radio.example", "https://radio.example"),
            ("https://Radio.Example/", "https://radio.example"),
            ("https://radio.example:443", "https://radio.example"),
            ("http://radio.example:80/", "http://radio.example"),
            ("http://radio.example:443", "http://radio.example:443"),
            ("http://radio.example:8080", "http://radio.example:8080"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
            ("https://radio.example/page", nil), ("radio.example", nil), ("https://", nil),
            ("ftp://radio.example", nil), ("https://me:secret@radio.example", nil),
            ("https://radio.example?x", nil), ("https://radio.example#x", nil),
        ])
    func reading(text: String, origin: String?) {
        #expect(WebOrigin(text)?.description == origin)
    }

    private static let token = "correct-horse-battery"
    private static let bearer = "Bearer \(token)"

    private static let proxied = PageServerConfiguration(
        token: AccessToken(token), origin: WebOrigin("https://radio.example"))

    @Test(
        "is controlled with the token there, whether or not the proxy keeps the Host",
        arguments: [
            ["Host": "radio.example", "Origin": "https://radio.example"],
            ["Host": "radio.example:443", "Origin": "https://radio.example"],
            ["Host": "RADIO.example", "Sec-Fetch-Site": "same-origin"],
            ["Origin": "https://radio.example", "Sec-Fetch-Site": "same-origin"],
        ])
    func controls(headers: [String: String]) async throws {
        try await Stage.with(Self.proxied) { stage in
            let own = headers.merging(["Authorization": Self.bearer]) { $1 }
            let answer = try await stage.ask("POST /api/pause", headers: own)
            #expect(answer.status == 200)
            let refused = try await stage.ask("POST /api/pause", headers: headers)
            #expect(refused.status == 401)
        }
    }

    @Test(
        "refuses all other names and pages as before",
        arguments: [
            ["Host": "radio.example.evil"], ["Host": "evil.example"],
            ["Host": "radio.example:8443"],
            ["Host": "radio.example", "Origin": "https://evil.example"],
            ["Host": "radio.example", "Origin": "https://radio.example:8443"],
        ])
    func foreign(headers: [String: String]) async throws {
        try await Stage.with(Self.proxied) { stage in
            let own = headers.merging(["Authorization": Self.bearer]) { $1 }
            let answer = try await stage.ask("POST /api/pause", headers: own)
            #expect(answer.status == 403)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("requires a token even if none was given, since the proxy connects from this machine")
    func token() {
        let origin = WebOrigin("https://radio.example")
        let configuration = PageServerConfiguration(origin: origin)
        #expect(configuration.neededToken != nil)
        #expect(PageServerConfiguration().neededToken == nil)
        let address = PageAddress(
            host: "127.0.0.1", port: 8080, token: AccessToken(Self.token), origin: origin)
        #expect("\(address)" == "https://radio.example/#token=\(Self.token)")
    }

    @Test("restricts the cookie to secure connections")
    func cookie() async throws {
        try await Stage.with(Self.proxied) { stage in
            let login = try await stage.ask(
                "POST /api/login",
                headers: [
                    "Host": "radio.example", "Origin": "https://radio.example",
                    "Authorization": Self.bearer,
                ])
            #expect(login.status == 204)
            #expect(login.headers["set-cookie"]?.contains("Secure") == true)
        }
    }
}
