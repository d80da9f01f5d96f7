import HTTPAccess
import NIOCore
import Testing

@testable import HTTPAccess

@Suite("Addresses and headers")
struct WebAddressTests {
    @Test(
        "an address in a document is relative to the document's",
        arguments: [
            ("live.mp3", "http://radio.example/a/live.mp3"),
            ("/live.mp3", "http://radio.example/live.mp3"),
            ("//other.example/x", "http://other.example/x"),
            ("https://other.example", "https://other.example/"),
            ("?x=1", "http://radio.example/a/list.m3u?x=1"),
        ])
    func relative(reference: String, expected: String) throws {
        let base = try #require(WebAddress("http://radio.example/a/list.m3u"))
        #expect(WebAddress(reference, relativeTo: base)?.description == expected)
    }

    @Test(
        "a port must be in range",
        arguments: [
            ("http://radio.example:1/", true), ("http://radio.example:65535/", true),
            ("http://radio.example:/", true), ("http://radio.example:0/", false),
            ("http://radio.example:65536/", false), ("http://radio.example:99999999999/", false),
            ("http://radio.example:-1/", false), ("http://[::1]:99999/", false),
        ])
    func port(address: String, isPossible: Bool) throws {
        #expect((WebAddress(address) != nil) == isPossible)
        let base = try #require(WebAddress("http://radio.example/"))
        #expect((WebAddress(address, relativeTo: base) != nil) == isPossible)
    }

    @Test(
        "only addresses of the public network are public",
        arguments: [
            ("8.8.8.8", true), ("172.15.0.1", true), ("100.128.0.1", true),
            ("127.0.0.1", false), ("10.0.0.1", false), ("172.16.0.1", false),
            ("172.31.255.255", false), ("172.32.0.1", true),
            ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false),
            ("0.0.0.0", false), ("224.0.0.1", false), ("255.255.255.255", false),
            ("2606:4700::1111", true), ("::1", false), ("::", false), ("fe80::1", false),
            ("fd00::1", false), ("ff02::1", false), ("2001:db8::1", false),
            ("::ffff:192.168.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::7f00:1", false),
            ("2002:7f00:1::", false), ("2002:808:808::", true),
            // Translation: to the public network, and to private ones.
            ("64:ff9b::808:808", true), ("64:ff9b::a9fe:a9fe", false),
            ("64:ff9b:1::808:808", false), ("64:ff9b:1:ffff::808:808", false),
            // Teredo, benchmarks, ORCHID and other protocol assignments.
            ("2001::1", false), ("2001:0:808:808::1", false), ("2001:2::1", false),
            ("2001:20::1", false), ("2001:1ff::1", false), ("2001:200::1", true),
            ("198.17.255.255", true), ("198.18.0.1", false), ("198.19.255.255", false),
            ("198.20.0.1", true), ("100.63.0.1", true), ("100.127.0.1", false),
            ("192.0.0.8", false), ("192.0.2.1", false), ("198.51.100.1", false),
            ("203.0.113.1", false), ("192.88.99.1", false), ("240.0.0.1", false),
            ("239.255.255.250", false), ("169.254.0.1", false), ("0.1.2.3", false),
            ("fec0::1", false), ("feb0::1", false), ("fc00::1", false), ("ff0e::1", false),
            ("::8.8.8.8", false), ("::10.0.0.1", false), ("::ffff:0:8.8.8.8", false),
            ("::ff:808:808", false), ("2002:7f08:808:800::", false), ("3fff::1", false),
            ("3fff:1000::1", true), ("100::1", false), ("5f00::1", false),
        ])
    func publicNetwork(address: String, isPublic: Bool) throws {
        #expect(try SocketAddress(ipAddress: address, port: 80).isPublic == isPublic)
    }

    @Test(
        "a header is written as NAME: VALUE",
        arguments: [
            ("X-Key: a: b", WebHeader("X-Key", "a: b")), ("X:", WebHeader("X", "")),
            ("X", nil), (": a", nil), ("X Y: a", nil), ("X: a\r\nY: b", nil),
        ] as [(String, WebHeader?)])
    func header(text: String, expected: WebHeader?) {
        #expect(WebHeader(parsing: text) == expected)
    }

    @Test("a socket in the file system is not of the public network")
    func fileSystem() throws {
        #expect(try !SocketAddress(unixDomainSocketPath: "/run/a").isPublic)
    }

    @Test("a query has fields, decoded, of which the first of a name counts, and takes more")
    func query() throws {
        let plain = try #require(WebAddress("http://a.example/b"))
        #expect(plain.query == [:])
        let some = try #require(WebAddress("http://a.example/b?c=d%20e&f&c=g"))
        #expect(some.query == ["c": "d e", "f": ""])
        #expect(plain.adding([])?.description == "http://a.example/b")
        let fields = [(name: "x", value: "1"), (name: "y", value: "2")]
        #expect(plain.adding(fields)?.description == "http://a.example/b?x=1&y=2")
        #expect(
            some.adding(fields)?.description == "http://a.example/b?c=d%20e&f&c=g&x=1&y=2")
        let long = String(repeating: "a", count: WebAddress.maximumByteCount)
        #expect(plain.adding([(name: "x", value: long)]) == nil)
    }

    @Test("a request has header fields, of which only a condition lets an answer have no body")
    func requestHeaders() throws {
        let address = try #require(WebAddress("http://a.example/"))
        let expected: [(RequestHeader, String, Bool)] = [
            (.accept("a/b"), "Accept: a/b", false), (.gzip, "Accept-Encoding: gzip", false),
            (.contentType("a/b"), "Content-Type: a/b", false),
            (.icyMetadata, "Icy-MetaData: 1", false),
            (.lastEventID("7"), "Last-Event-ID: 7", false),
            (.bytes(from: 5), "Range: bytes=5-", false),
            (.byteRange(5..<7), "Range: bytes=5-6", false),
            (.ifRange("\"a\""), "If-Range: \"a\"", false),
            (.ifNoneMatch("\"a\""), "If-None-Match: \"a\"", true),
            (.ifModifiedSince("Mon"), "If-Modified-Since: Mon", true),
        ]
        for (header, text, isCondition) in expected {
            #expect("\(header.header.name): \(header.header.value)" == text)
            let request = WebRequest(address, from: .typed, headers: [header])
            #expect(request.expects(304) == isCondition)
            #expect(request.expects(200) && request.expects(299))
            #expect(!request.expects(199) && !request.expects(300) && !request.expects(305))
        }
    }
}
