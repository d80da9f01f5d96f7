import MediaTime

/// The address that serves the page: `[HOST:]PORT`.
struct WebArgument: Hashable, Sendable {
    /// The host as written; an IPv6 address has no brackets.
    let host: String

    /// 0 for a free port.
    let port: Int

    init(parsing text: String) throws(UnusableArgument) {
        let colon = text.lastIndex(of: ":")
        var host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
        let number = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard let port = UInt16(number), number.allSatisfy(\.isNumber) else {
            throw UnusableArgument("write it as PORT or HOST:PORT, with a port from 0 to 65535")
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            throw UnusableArgument("write an IPv6 address in brackets, as in [::1]:8080")
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "/[]".contains($0) }) else {
            throw UnusableArgument("the host is missing; write it as HOST:PORT, or the port alone")
        }
        self.host = host
        self.port = Int(port)
    }
}
