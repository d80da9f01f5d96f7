/// The address and access of a player's page.
package struct PageServerConfiguration: Sendable {
    /// A name or address of this machine.
    package var host: String

    /// 0 selects a free port.
    package var port: Int

    /// The required token. If `nil`, a server for other machines generates one, and a server on
    /// loopback requires none.
    package var token: AccessToken?

    /// The origin under which a reverse proxy serves the page. A token is then required on loopback
    /// too, because the proxy's requests come from there.
    package var origin: WebOrigin?

    /// Further connections wait.
    var maximumConnectionCount = 1_000

    var listenerLimits = EventBacklog.Limits()

    package init(
        host: String = "127.0.0.1", port: Int = 0, token: AccessToken? = nil,
        origin: WebOrigin? = nil
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.origin = origin
    }

    /// Whether the server is reachable from this machine only.
    private var isLoopback: Bool { AccessRule.isLoopback(host.lowercased()) }

    /// The token to require, generated if necessary; `nil` if none is required.
    var neededToken: AccessToken? { token ?? (isLoopback && origin == nil ? nil : .random()) }

    func accessRule(_ token: AccessToken?) -> AccessRule {
        AccessRule(
            token: token?.text,
            hosts: isLoopback
                ? .loopback : .names(PageAddress.machineNames.union([host.lowercased()])),
            origins: origin.map { [$0] } ?? [])
    }
}
