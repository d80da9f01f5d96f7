import Testing

@testable import HTTPAccess

@Suite("Credentials of hosts")
struct HostCredentialsTests {
    private let key = WebHeader("X-Api-Key", "k")

    /// The headers of a request for `address`, with headers given for `source`.
    private func headers(of source: String, for address: String) throws -> [WebHeader] {
        let credentials = HostCredentials([key], for: try #require(WebAddress(source)))
        return credentials.headers(for: try #require(WebAddress(address)))
    }

    @Test(
        "those of one host go to its scheme, name and port, and nowhere else",
        arguments: [
            ("https://radio.example/live", "https://radio.example/other?x", true),
            ("https://radio.example/live", "https://RADIO.example:443/", true),
            ("https://radio.example/live", "http://radio.example/live", false),
            ("https://radio.example/live", "http://radio.example:443/live", false),
            ("http://radio.example/live", "https://radio.example/live", false),
            ("http://radio.example/live", "http://radio.example:8000/live", false),
            ("http://radio.example/live", "http://www.radio.example/live", false),
            ("http://radio.example/live", "http://radio.example.evil.example/live", false),
            ("http://radio.example/live", "http://radio.example./live", false),
            ("http://radio.example/live", "http://radio.example@evil.example/live", false),
            ("http://127.0.0.1/", "http://127.1/", false),
            ("http://[::1]/", "http://[::1]/a", true),
        ])
    func origin(source: String, address: String, isSame: Bool) throws {
        #expect(try headers(of: source, for: address).contains(key) == isSame)
        let login = source.replacing("://", with: "://ann:secret@")
        let said = try headers(of: login, for: address).filter { $0.name == "Authorization" }
        #expect(said == (isSame ? [WebHeader("Authorization", "Basic YW5uOnNlY3JldA==")] : []))
    }

    @Test("a request takes none to another host, and has them again when it returns")
    func following() throws {
        let addresses = try [
            "http://ann:secret@a.example/", "http://b.example/", "http://a.example/c",
        ].map { try #require(WebAddress($0)) }
        let first = WebRequest(
            addresses[0], from: .typed, credentials: HostCredentials([key], for: addresses[0]))
        let away = first.following(addresses[1])
        let back = away.following(addresses[2])
        let sent = [first, away, back].map { request in
            let message = request.message(over: .direct(.anywhere), userAgent: "Test")
            return ["x-api-key", "authorization"].map { message.headers.contains(name: $0) }
        }
        #expect(sent == [[true, true], [false, false], [true, true]])
    }

    @Test("a document's login is for its host, and replaces no other login")
    func documents() throws {
        let typed = try #require(WebAddress("http://ann:secret@a.example/"))
        let request = WebRequest(typed, from: .typed)
        let other = try #require(WebAddress("http://bob:pw@b.example/"))
        let beside = try #require(WebAddress("x", relativeTo: other))
        let same = try #require(WebAddress("http://eve:pw@a.example/"))
        let basic = { (request: WebRequest) in
            request.credentials.headers(for: request.address).map(\.value)
        }
        #expect(basic(request.following(other)) == ["Basic Ym9iOnB3"])
        #expect(basic(request.following(other).following(beside)) == ["Basic Ym9iOnB3"])
        #expect(basic(request.following(same)) == ["Basic YW5uOnNlY3JldA=="])
    }

    @Test("a typed login replaces the one that is known for its host, and a document's does not")
    func typed() throws {
        let known = HostCredentials(
            [], for: try #require(WebAddress("http://ann:secret@a.example/")))
        let address = try #require(WebAddress("http://bob:pw@a.example/"))
        let values = [AddressProvenance.typed, .document(typed: nil)].map { provenance in
            WebRequest(address, from: provenance, credentials: known).credentials
                .headers(for: address).map(\.value)
        }
        #expect(values == [["Basic Ym9iOnB3"], ["Basic YW5uOnNlY3JldA=="]])
        let alone = WebRequest(address, from: .document(typed: nil))
        #expect(alone.credentials.headers(for: address).map(\.value) == ["Basic Ym9iOnB3"])
    }

    @Test("an address shows no login, and passes none to relative addresses")
    func address() throws {
        let address = try #require(WebAddress("http://ann:se%20cret@a.example:81/b%20c?d=e#f"))
        #expect(address.description == "http://a.example:81/b%20c?d=e")
        #expect(address.url.absoluteString == "http://a.example:81/b%20c?d=e#f")
        #expect(WebAddress("/x", relativeTo: address)?.basicCredentials == nil)
        let open = try #require(WebAddress("http://ann@a.example/"))
        #expect(open.url.absoluteString == "http://a.example/")
        #expect(open.basicCredentials == "YW5uOg==")
        let nameless = try #require(WebAddress("http://:secret@a.example/"))
        #expect(nameless.description == "http://a.example/")
        #expect(nameless.url.absoluteString == "http://a.example/")
        #expect(nameless.basicCredentials == "OnNlY3JldA==")
    }

    @Test("an address of more than 8192 bytes is invalid")
    func length() throws {
        let base = try #require(WebAddress("http://a.example/"))
        for (count, isPossible) in [(8192, true), (8193, false), (20_000_000, false)] {
            let path = String(repeating: "a", count: count)
            #expect((WebAddress("http://a.example/\(path.dropFirst(17))") != nil) == isPossible)
            #expect((WebAddress(path, relativeTo: base) != nil) == isPossible)
        }
    }
}
