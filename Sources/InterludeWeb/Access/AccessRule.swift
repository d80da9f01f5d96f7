import HTTPServing
import NIOCore

/// Decides who may ask. A value: what it says depends on the head of the request alone.
struct AccessRule: Hashable, Sendable {
    /// What has to be shown; `nil` if nothing has.
    let token: String?

    /// By which names this server is called.
    let hosts: Hosts

    /// Where a reverse proxy serves the page.
    var origins: Set<WebOrigin> = []

    /// Who it is that is let in.
    var role: RequestRole { token == nil ? .listener : .operator }

    /// What `Host` may name.
    enum Hosts: Hashable, Sendable {
        /// This machine, as it calls itself.
        case loopback
        /// Any address in numbers, which no other site can have lead here, and these names.
        case names(Set<String>)
    }

    /// Why `question` is refused; `nil` if it is not.
    func refusal(of question: AccessQuestion) -> AccessRefusal? {
        guard let host = question.host, !host.isEmpty else { return .noHost }
        guard isOurs(host.lowercased()) else { return .foreignHost(host) }
        if let page = foreignPage(question, host: host) { return .foreignPage(page) }
        return question.isPublic ? nil : tokenRefusal(question)
    }

    /// The page of another origin that asks; `nil` if there is none.
    private func foreignPage(_ question: AccessQuestion, host: String) -> String? {
        if let origin = question.origin {
            let ours = ["http://\(host)", "https://\(host)"].contains(origin.lowercased())
            return ours || origins.contains { $0.description == origin.lowercased() } ? nil : origin
        }
        switch question.site {
        case nil, "same-origin", "none": return nil
        // Someone has followed a link to the page.
        case _? where question.mode == "navigate" && question.isPublic: return nil
        case let site?: return site
        }
    }

    private func tokenRefusal(_ question: AccessQuestion) -> AccessRefusal? {
        guard let token else { return nil }
        let shown = [question.bearer, question.cookie].compactMap { $0 }
        if shown.isEmpty { return .noToken }
        return shown.contains { Self.isSame($0, token) } ? nil : .wrongToken
    }

    private func isOurs(_ host: String) -> Bool {
        if origins.contains(where: { $0.isNamed(by: host) }) { return true }
        let name = Self.name(of: host)
        return switch hosts {
        case .loopback: Self.isLoopback(name)
        case .names(let names):
            names.contains(name) || Self.isLoopback(name) || Self.isNumeric(name)
        }
    }

    /// Whether `name` is this machine by a name that cannot be another's.
    static func isLoopback(_ name: String) -> Bool {
        name == "localhost" || name == "::1" || isNumeric(name) && name.hasPrefix("127.")
    }

    private static func isNumeric(_ name: String) -> Bool {
        // try?: what is no address is a name, whatever else is wrong with it.
        (try? SocketAddress(ipAddress: name, port: 0)) != nil
    }

    /// The host in a `Host` field in lower case, without port and brackets.
    private static func name(of host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Compares in a time that does not depend on where two texts differ.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
