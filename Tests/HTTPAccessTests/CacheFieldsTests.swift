import TestServers
import Testing

@testable import HTTPAccess

@Suite("What a response says of its reuse", .timeLimit(.minutes(1)))
struct CacheFieldsTests {
    @Test(
        "C6: a body is fresh for as long as max-age says, at most a year",
        arguments: [
            (nil, 0), ("", 0), ("max-age", 0), ("max-age=", 0), ("max-age=60", 60),
            ("public,\tMAX-AGE = \"60\"", 60), ("max-age=1, max-age=2", 1), ("max-age=-5", 0),
            ("max-age=6o", 0), ("max-age=\u{663}", 0), ("s-maxage=60", 0),
            ("x=y, max-age=60=70", 0), ("max-age=31622400", 31_622_400),
            ("max-age=31622401", 31_622_400), ("max-age=999999999999", 31_622_400),
        ] as [(String?, Int)])
    func freshness(control: String?, seconds: Int) {
        #expect(CacheFields(control: control).freshSeconds == seconds)
    }

    @Test("C6: the time in other caches is over already")
    func age() {
        #expect(CacheFields().age == 0)
        #expect(CacheFields(control: "max-age=60", age: 1).freshSeconds == 59)
        #expect(CacheFields(control: "max-age=60", age: 61).freshSeconds == 0)
        #expect(CacheFields(control: "max-age=60", age: .max).freshSeconds == 0)
        #expect(CacheFields(control: "max-age=60", age: -9).freshSeconds == 60)
    }

    @Test("C6: a directive has a name of its own, with a value or without")
    func directives() {
        let fields = CacheFields(control: "Private, no-cache=\"set-cookie\" ,x-no-store")
        #expect(fields.has("private") && fields.has("no-cache") && fields.has("x-no-store"))
        #expect(!fields.has("no-store") && !fields.has("set-cookie") && !fields.has(""))
    }

    @Test("C6: the fields of a confirmation replace those that were kept")
    func updated() {
        let kept = CacheFields(tag: "\"a\"", date: "then", control: "max-age=1", age: 5)
        let newer = CacheFields(control: "no-cache", age: 0)
        #expect(
            kept.updated(by: newer) == CacheFields(tag: "\"a\"", date: "then", control: "no-cache"))
        let other = CacheFields(tag: "\"b\"", date: "now", age: 2)
        #expect(
            kept.updated(by: other)
                == CacheFields(tag: "\"b\"", date: "now", control: "max-age=1", age: 2))
        #expect(kept.conditions == [.ifNoneMatch("\"a\""), .ifModifiedSince("then")])
        #expect(newer.conditions.isEmpty)
    }

    /// The response to a request with a condition.
    private func response(
        _ status: String, _ headers: [String]
    ) async throws -> (fields: CacheFields, isWhole: Bool, isNotModified: Bool) {
        let server = FaultServer { _, _ in
            let lines = ["HTTP/1.1 \(status)", "Content-Length: 0"] + headers
            return [.text(lines.joined(separator: "\r\n") + "\r\n\r\n")]
        }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let response = try await client.open(
            WebRequest(
                try #require(WebAddress(server.address())), from: .typed,
                headers: [.ifNoneMatch("\"a\"")]))
        await client.close()
        return (response.cacheFields, response.isWhole, response.isNotModified)
    }

    @Test("C6: are its header fields, but for those that are longer than anybody needs")
    func headers() async throws {
        let (longest, tooLong) = (
            String(repeating: "a", count: 1000), String(repeating: "a", count: 1001)
        )
        let whole = try await response(
            "200 OK", ["ETag: \"b\"", "Last-Modified: \(longest)", "Cache-Control: a", "Age: 7"])
        #expect(whole.fields == CacheFields(tag: "\"b\"", date: longest, control: "a", age: 7))
        #expect(whole.isWhole && !whole.isNotModified)
        let other = try await response(
            "304 Not Modified", ["ETag: \(tooLong)", "Cache-Control: \(tooLong)", "Age: old"])
        #expect(other.fields == CacheFields())
        #expect(!other.isWhole && other.isNotModified)
        let part = try await response("206 Partial Content", [])
        #expect(!part.isWhole && !part.isNotModified)
    }

    @Test("C6: two requests share a kept body only if both may get it, with the same login")
    func identity() throws {
        let open = WebAddress("http://8.8.8.8/a?b")
        let address = try #require(open)
        let login = try #require(WebAddress("http://ann:secret@8.8.8.8/a?b"))
        let playlist = try #require(WebAddress("http://radio.example:81/list"))
        var configuration = WebClientConfiguration()
        let careful = WebClient(configuration: configuration)
        configuration.addressRule = .anywhere
        let careless = WebClient(configuration: configuration)
        let requests = [
            WebRequest(address, from: .typed), WebRequest(login, from: .typed),
            WebRequest(address, from: .document(typed: nil)),
            WebRequest(address, from: .document(typed: playlist)),
        ]
        let identities = requests.map { careful.cacheIdentity(of: $0) }
        #expect(
            identities == [
                "typed\nhttp://8.8.8.8/a?b",
                "typed\nAuthorization: Basic YW5uOnNlY3JldA==\nhttp://8.8.8.8/a?b",
                "document of anyone\nhttp://8.8.8.8/a?b",
                "document of radio.example:81\nhttp://8.8.8.8/a?b",
            ])
        #expect(careless.cacheIdentity(of: requests[2]) == "anywhere\nhttp://8.8.8.8/a?b")
        #expect(careless.cacheIdentity(of: requests[0]) == "anywhere\nhttp://8.8.8.8/a?b")
        let inside = WebRequest(
            try #require(WebAddress("http://127.0.0.1/")), from: .document(typed: nil))
        #expect(careful.cacheIdentity(of: inside) == nil)
        #expect(careless.cacheIdentity(of: inside) != nil)
    }
}
