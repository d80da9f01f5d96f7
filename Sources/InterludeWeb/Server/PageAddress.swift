import FoundationEssentials

/// The address of a page.
package struct PageAddress: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: Int
    let token: AccessToken?

    /// The origin under which a reverse proxy serves it; `nil` without one.
    var origin: WebOrigin?

    /// The address to open in a browser, with the token if there is one.
    package var description: String {
        "\(origin?.description ?? base)/" + (token.map { "#token=\($0.text)" } ?? "")
    }

    /// The address for other machines, for all to see: without the token, which would make everyone
    /// an operator. `nil` if only this machine reaches it.
    package var shared: String? {
        if let origin { return "\(origin)/" }
        return AccessRule.isLoopback(host.lowercased()) ? nil : "\(base)/"
    }

    /// The address without a path, for requests.
    package var base: String { "http://\(authority)" }

    private var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The host names of this machine, in lower case.
    static var machineNames: Set<String> {
        let name = ProcessInfo.processInfo.hostName.lowercased()
        let short = String(name.prefix { $0 != "." })
        return [name, short, "\(short).local"]
    }

    /// The name for a server that listens at `host`: for a wildcard address, an address that others
    /// can type, or the name of this machine if it has none.
    static func name(of host: String) -> String {
        switch host {
        case "0.0.0.0", "::", "":
            MachineAddress.best(of: MachineAddress.all, for: host)?.text
                ?? ProcessInfo.processInfo.hostName
        default: host
        }
    }
}
