import Interlude
import TestServers
import Testing

@testable import InterludeWeb

@Suite("A request that is refused", .timeLimit(.minutes(1)))
struct RefusalTests {
    private static let token = AccessToken("correct-horse-battery")!

    private static var withToken: PageServerConfiguration {
        PageServerConfiguration(token: token)
    }

    @Test("without the token, or with another gets 401; with it, or its cookie, not")
    func token() async throws {
        try await Stage.with(Self.withToken) { stage in
            for line in ["GET /api/state", "GET /api/events", "POST /api/pause", "GET /nothing"] {
                let answer = try await stage.ask(line)
                // Events that are served by mistake are endless, so stop at the first mistake.
                try #require(answer.status == 401, "\(line)")
                #expect(answer.error?.contains("token") == true)
                let wrong = try await stage.ask(
                    line, headers: ["Authorization": "Bearer correct-horse-batterx"])
                try #require(wrong.status == 401, "\(line)")
            }
            let right = ["Authorization": "Bearer correct-horse-battery"]
            #expect(try await stage.ask("GET /api/state", headers: right).status == 200)
            let login = try await stage.ask("POST /api/login", headers: right)
            #expect(login.status == 204)
            let cookie = try #require(login.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            let value = String(cookie.prefix { $0 != ";" })
            let later = try await stage.ask("POST /api/pause", headers: ["Cookie": value])
            #expect(later.status == 200)
            #expect(stage.player.requests == [.pause])
        }
    }

    @Test("is never one for the page itself, which reads the token in its address")
    func page() async throws {
        try await Stage.with(Self.withToken) { stage in
            let answer = try await stage.ask("GET /")
            #expect(answer.status == 200)
            #expect(stage.server.address.description.hasSuffix("/#token=correct-horse-battery"))
        }
    }

    @Test(
        "from another site's page gets 403",
        arguments: [
            ["Origin": "http://evil.example"], ["Origin": "null"],
            ["Origin": "http://127.0.0.1:1"], ["Sec-Fetch-Site": "cross-site"],
        ])
    func foreignPage(headers: [String: String]) async throws {
        try await Stage.with { stage in
            for line in ["POST /api/pause", "GET /api/state", "GET /api/events"] {
                let answer = try await stage.ask(line, headers: headers)
                // Events that are served by mistake are endless, so stop at the first mistake.
                try #require(answer.status == 403, "\(line)")
                #expect(answer.error?.contains("may not send") == true)
            }
            #expect(stage.player.requests.isEmpty)
            let own = ["Origin": "http://127.0.0.1:\(stage.port)"]
            #expect(try await stage.ask("POST /api/pause", headers: own).status == 200)
        }
    }

    @Test("to another name that leads here gets 403, also for the page")
    func foreignHost() async throws {
        try await Stage.with { stage in
            for line in ["GET /", "GET /api/state", "POST /api/pause"] {
                let answer = try await stage.ask(line, headers: ["Host": "evil.example"])
                #expect(answer.status == 403, "\(line)")
                #expect(answer.error?.contains("evil.example") == true)
            }
            #expect(try await stage.ask("GET /api/state", headers: ["Host": ""]).status == 400)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("that is too large gets 413, whether it says so or not")
    func tooLarge() async throws {
        try await Stage.with { stage in
            let longest = 65_536
            let spots = String(repeating: " ", count: longest) + "{}"
            let said = try await stage.ask("POST /api/push", body: spots)
            #expect(said.status == 413)
            #expect(said.error?.contains("\(longest) bytes") == true)
            let size = String(longest + 2, radix: 16)
            let chunked = try await stage.ask(
                "POST /api/push",
                headers: [
                    "Content-Length": "", "Transfer-Encoding": "chunked",
                ], body: "\(size)\r\n\(spots)\r\n0\r\n\r\n")
            #expect(chunked.status == 413)
            #expect(try await stage.ask("POST /api/pause", body: spots).status == 413)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("with an endless body is cut off", .timeLimit(.minutes(1)))
    func endless() async throws {
        try await Stage.with { stage in
            let port = stage.port
            let wasCutOff = try await onThread {
                let exchange = try RawExchange(port: port)
                exchange.send(
                    "POST /api/push HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Length: 1000000000000\r\n\r\n")
                let piece = String(repeating: " ", count: 100_000)
                while exchange.send(piece) {}
                return !exchange.send(piece)
            }
            #expect(wasCutOff)
        }
    }

    @Test(
        "whose body has another form gets 400 and a description of the right one",
        arguments: [
            ("delay", "{", "not JSON"), ("delay", "[1]", "not an object"),
            ("delay", "{}", "'seconds' is missing"),
            ("delay", #"{"seconds":"5"}"#, "'seconds' has the wrong type"),
            ("delay", #"{"seconds":-1}"#, "must not be negative"),
            ("delay", #"{"seconds":1e300}"#, "must be at most 10000 h"),
            ("delay", #"{"seconds":5,"extra":1}"#, "'extra' is unknown"),
            ("seek", #"{"seconds":5}"#, "unknown"), ("seek", "null", "not an object"),
            ("seek", #"{"position":1e9}"#, "must be at most 10000 h"),
            ("volume", #"{"gain":1.6}"#, "must be at most 1.5"),
            ("volume", #"{"gain":-0.1}"#, "must not be negative"),
            ("ad-volume", #"{"gain":1.6}"#, "must be at most 1.5"),
            ("push", #"{"spots":[]}"#, "0 spots"), ("push", #"{"spots":{}}"#, "has the wrong type"),
            ("push", #"{"spots":[{}]}"#, "'spots.0.url' is missing"),
            ("push", #"{"spots":[{"url":"/etc/passwd"}]}"#, "must begin with http"),
            (
                "push", #"{"spots":[{"url":"http://a.example/b","target":"javascript:1"}]}"#,
                "target"
            ),
            ("push", #"{"spots":[{"url":"http://a.example/b","banner":"file:///b"}]}"#, "banner"),
            ("play", #"{"source":"/etc/passwd"}"#, "must begin with http"),
            ("play", #"{"source":5}"#, "wrong type"),
            ("pause", "now", "takes no body"),
            ("banner/click", #"{"spot":5}"#, "has the wrong type"),
            ("login", "{1}", "takes no body"),
            ("views/1/visibility", #"{"ratio":1.1}"#, "out of range"),
            ("views/1/click", "{1}", "takes no body"),
            ("feed/viewport", #"{"first":1,"last":2}"#, "'idle' is missing"),
            ("feed/active", #"{"active":1}"#, "has the wrong type"),
            ("feed/refresh", "all", "takes no body"),
        ])
    func malformed(verb: String, body: String, reason: String) async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
            #expect(answer.status == 400)
            #expect(answer.error?.contains(reason) == true, "\(answer.body)")
            #expect(answer.object?.count == 1)
            #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("without the type JSON, as from another site's form, gets 415")
    func notJSON() async throws {
        try await Stage.with { stage in
            for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
                let answer = try await stage.ask(
                    "POST /api/delay", headers: ["Content-Type": type], body: #"{"seconds":5}"#)
                #expect(answer.status == 415, "\(type)")
            }
            let answer = try await stage.ask(
                "POST /api/delay", headers: ["Content-Type": "application/json; charset=utf-8"],
                body: #"{"seconds":5}"#)
            #expect(answer.status == 200)
        }
    }

    @Test(
        "for an unknown resource gets 404",
        arguments: [
            "GET /nothing", "GET /api", "GET /api/nothing", "POST /api/dance", "GET /page/nothing",
            "GET /api/banners/1", "GET /api/banners/x", "GET /page/..%2fopenapi.json",
            "GET /api/state/more", "POST /api/views/1/click", "POST /api/views/1/close",
            "GET /api/views/1/image", "POST /api/feed/rows/ad-1/start",
            "GET /api/feed/rows/x/image",
        ])
    func unknown(line: String) async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask(line)
            #expect(answer.status == 404)
            #expect(answer.error != nil)
        }
    }

    @Test(
        "with the wrong method gets 405 and the right one",
        arguments: [
            ("GET /api/pause", "POST"), ("DELETE /api/state", "GET"), ("POST /api/events", "GET"),
            ("POST /", "GET"), ("PUT /api/volume", "POST"), ("POST /api/banners/1", "GET"),
            ("OPTIONS /api/pause", "POST"), ("HEAD /api/pause", "POST"),
            ("HEAD /api/events", "GET"), ("HEAD /listen", "GET"),
        ])
    func method(line: String, allowed: String) async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask(line)
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == allowed)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("that is not HTTP is answered, and does no harm")
    func noise() async throws {
        try await Stage.with { stage in
            let port = stage.port
            let answer = try await onThread {
                let exchange = try RawExchange(port: port)
                exchange.send("\u{16}\u{3}\u{1} hello\r\n\r\n")
                return exchange.receive()
            }
            #expect(answer.contains("400"))
            #expect(try await stage.ask("GET /api/state").status == 200)
        }
    }

    @Test("every answer has headers that restrict browsers")
    func headers() async throws {
        try await Stage.with { stage in
            for line in ["GET /", "GET /api/state", "GET /nothing", "POST /api/pause"] {
                let answer = try await stage.ask(line)
                let policy = answer.headers["content-security-policy"]
                #expect(policy?.contains("default-src 'self'") == true, "\(line)")
                #expect(policy?.contains("frame-ancestors 'none'") == true, "\(line)")
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(line)")
                #expect(answer.headers["access-control-allow-origin"] == nil, "\(line)")
            }
        }
    }

    @Test("a port that is taken is reported")
    func portTaken() async throws {
        try await Stage.with { stage in
            let port = stage.port
            await #expect(throws: PageServerError.portTaken(host: "127.0.0.1", port: port)) {
                try await Stage.with(PageServerConfiguration(port: port)) { _ in }
            }
            let error = await #expect(throws: PageServerError.self) {
                try await Stage.with(PageServerConfiguration(host: "192.0.2.1", port: 0)) { _ in }
            }
            #expect(error?.description.contains("192.0.2.1") == true)
            let unknown = await #expect(throws: PageServerError.self) {
                try await Stage.with(PageServerConfiguration(host: "nowhere.invalid", port: 0)) {
                    _ in
                }
            }
            #expect(
                unknown?.description.hasPrefix(
                    "cannot listen at nowhere.invalid, port 0: the name has no address; ") == true)
        }
    }
}
