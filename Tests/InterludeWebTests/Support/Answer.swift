import Foundation
import TestServers

/// A server's response.
struct Answer: Sendable {
    let status: Int
    /// Keys are in lower case.
    let headers: [String: String]
    let body: String

    struct Unreadable: Error {
        let text: String
    }

    /// Sends one request over its own connection.
    ///
    /// `headers` come after `Host` and `Connection`, which they replace.
    init(
        _ line: String, port: Int, headers: [String: String] = [:], body: String = ""
    ) async throws {
        var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if !body.isEmpty {
            fields["Content-Length"] = "\(body.utf8.count)"
            fields["Content-Type"] = "application/json"
        }
        fields.merge(headers) { $1 }
        let head = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }
        let request = "\(line) HTTP/1.1\r\n\(head.sorted().joined())\r\n\(body)"
        let text = try await onThread {
            let exchange = try RawExchange(port: port)
            exchange.send(request)
            return exchange.receive()
        }
        try self.init(text)
    }

    init(_ text: String) throws {
        guard let end = text.firstRange(of: "\r\n\r\n") else { throw Unreadable(text: text) }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Unreadable(text: text) }
        self.status = status
        let fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            let value = line.dropFirst(name.count + 1)
            return (name.lowercased(), value.trimmingCharacters(in: .whitespaces))
        }
        headers = Dictionary(fields) { $0 + "\n" + $1 }
        body = String(text[end.upperBound...])
    }

    /// The error message.
    var error: String? { object?["error"] as? String }

    var object: [String: Any]? {
        // try?: a body that is not an object has no message.
        (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
    }
}
