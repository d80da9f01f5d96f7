import AdPlayback
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

@testable import Interlude
@testable import InterludeWeb

/// Bodies of a page's requests: the first byte selects the route.
enum PageBodyFuzz: FuzzTarget {
    static let name = "page"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "\"seconds\":", "\"position\":", "\"gain\":", "\"source\":", "\"spots\":[", "\"do\":",
            "\"n\":", "\"of\":", "\"progress\":", "\"popup\"", "\"step\"", "\"video\"", "\"page\":",
        ] + JSONWords.spot

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        var session = FuzzedSession()
        if first == UInt8(ascii: "t") {
            // try?: a malformed body is refused.
            guard let message = try? JSONDecoder().decode(TruexMessage.self, from: Data(body))
            else { return }
            return session.obey(.truex(message))
        }
        let answer = Waited { try await request(first, body) }.result
        // try?: a malformed body is refused.
        guard let request = try? answer?.get(), let command = SessionCommand(request) else {
            return
        }
        session.obey(command)
    }

    private static func request(_ place: UInt8, _ body: [UInt8]) async throws -> ControlRequest {
        var head = HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: "/api/x")
        head.headerFields[.contentType] = "application/json"
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body)))
        switch place {
        case UInt8(ascii: "d"): return try await ControlBody.delay(in: request)
        case UInt8(ascii: "s"): return try await ControlBody.seek(in: request)
        case UInt8(ascii: "v"): return try await ControlBody.volume(in: request)
        case UInt8(ascii: "p"):
            return try await ControlBody.play(in: request, offered: [], from: .listener)
        default: return try await ControlBody.push(in: request, from: .listener)
        }
    }
}
