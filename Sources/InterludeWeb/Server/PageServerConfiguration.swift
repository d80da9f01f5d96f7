/// Where a player's page is served, and to whom.
package struct PageServerConfiguration: Sendable {
    /// A name of this machine, or an address of it.
    package var host: String

    /// 0 takes a free one.
    package var port: Int

    /// What has to be shown. Where others than this machine are served, one is made if this is
    /// `nil`; on loopback nothing has to be shown then.
    package var token: AccessToken?

    /// Where a reverse proxy serves the page to others: then a token has to be shown also on
    /// loopback, from where the proxy asks.
    package var origin: WebOrigin?

    /// How many connections are accepted; more wait.
    var mostConnections = 1_000

    var listenerLimits = ListenerBacklog.Limits()

    package init(
        host: String = "127.0.0.1", port: Int = 0, token: AccessToken? = nil,
        origin: WebOrigin? = nil
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.origin = origin
    }

    /// Whether only this machine is served.
    private var isLoopback: Bool { AccessRule.isLoopback(host.lowercased()) }

    /// The token that has to be shown; `nil` if none has.
    var neededToken: AccessToken? { token ?? (isLoopback && origin == nil ? nil : .random()) }

    func accessRule(_ token: AccessToken?) -> AccessRule {
        AccessRule(
            token: token?.text,
            hosts: isLoopback
                ? .loopback : .names(PageAddress.machineNames.union([host.lowercased()])),
            origins: origin.map { [$0] } ?? [])
    }
}
