import AudioDecoding
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

@testable import HTTPAccess
@testable import InterludeWeb
@testable import SampleStation
@testable import StreamFetching

/// Values of header fields and queries, in requests and in responses; one per line.
enum HeaderFuzz: FuzzTarget {
    static let name = "headers"
    static let kind = FuzzKind.text
    static let words = [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "bytes=", "bytes=0-", "bytes=-5", "audio/mpeg;", "Bearer ",
        "http://", "[::1]:80", "127.0.0.1", "localhost", "::ffff:10.0.0.1", "64:ff9b:1::", "name:",
        "session=", "9223372036854775807", "no_proxy",
    ]

    static func run(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            read(String(decoding: line, as: UTF8.self))
        }
    }

    private static func read(_ text: String) {
        _ = HTTPDate(text)
        _ = HTTPHeaders([("Retry-After", text)]).retryAfter
        _ =
            HTTPHeaders([("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Date", text)])
            .retryAfter
        if let header = WebHeader(parsing: text) { _ = "\(header)" }
        _ = Container(contentType: text)
        _ = Container(fileName: text)
        _ = Playlist.Format(contentType: text)
        readAddresses(text)
        readQuery(text)
        ask(text)
        for size in [0, 1, 1000] {
            switch FilePart(text, ofFileWith: size) {
            case .bytes(let part): precondition((0..<size).contains(part.upperBound))
            case .whole, .beyond: break
            }
        }
    }

    private static func readAddresses(_ text: String) {
        let proxies = ProxyEnvironment(["http_proxy": text, "no_proxy": text])
        if let address = WebAddress("http://a.example/x") { _ = proxies.proxy(for: address) }
        guard let address = WebAddress(text) else { return }
        _ = (proxies.proxy(for: address), address.authority, address.basicCredentials)
        _ = (address.pathExtension, address.port)
        // try?: a name is no numeric address.
        _ = (try? NIOCore.SocketAddress(ipAddress: address.host, port: 80))?.isPublic
    }

    private static func readQuery(_ text: String) {
        let query = QueryFields(["q": text])
        // try?: another type is refused.
        _ = try? query.integer("q")
        if let seconds = try? query.seconds("q") { _ = Duration.seconds(seconds) }
    }

    /// Sends a request with `text` as its authority, path and headers.
    private static func ask(_ text: String) {
        var head = HTTPRequest(method: .get, scheme: nil, authority: text, path: text)
        // NIO refuses other values before this code sees them.
        if HTTPField.isValidValue(text) {
            for name in [HTTPField.Name.origin, .authorization, .cookie] {
                head.headerFields[name] = text
            }
        }
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let question = AccessRequest(request, cookieName: "session")
        for hosts in [AccessRule.Hosts.loopback, .names(["station.example"])] {
            _ = AccessRule(token: "secret", hosts: hosts).refusal(of: question)
        }
    }
}
