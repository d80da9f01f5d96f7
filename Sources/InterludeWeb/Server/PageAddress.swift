import FoundationEssentials

/// How a page is found.
package struct PageAddress: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: Int
    let token: AccessToken?

    /// Where a reverse proxy serves it; `nil` without one.
    var origin: WebOrigin?

    /// The address for people: with the token, where there is one.
    package var description: String {
        "\(origin?.description ?? base)/" + (token.map { "#token=\($0.text)" } ?? "")
    }

    /// The address without the page's path, for requests.
    package var base: String { "http://\(authority)" }

    private var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The names of this machine by which others may call it, in lower case.
    static var machineNames: Set<String> {
        let name = ProcessInfo.processInfo.hostName.lowercased()
        let short = String(name.prefix { $0 != "." })
        return [name, short, "\(short).local"]
    }

    /// How a server is called that listens at `host`.
    static func name(of host: String) -> String {
        switch host {
        case "0.0.0.0", "::", "": ProcessInfo.processInfo.hostName
        default: host
        }
    }
}
