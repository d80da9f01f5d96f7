import NIOCore

/// How long, how far and by which way requests go.
package struct WebClientConfiguration: Sendable {
    /// How long a host may take to accept a connection, resolving its name included.
    package var connectLimit: Duration = .seconds(10)

    /// How long a server may then take to begin its answer.
    package var answerLimit: Duration = .seconds(10)

    /// How long a body may go without a byte while somebody waits for one.
    package var stallLimit: Duration = .seconds(10)

    package var redirectLimit = 10

    package var addressRule: AddressRule = .publicOnly

    package var proxies: ProxyEnvironment = .none

    /// A file of certificate authorities in PEM format; `nil` for those of the system.
    package var certificateFile: String?

    package var userAgent = "Interlude"

    /// What ``stallLimit`` is counted on.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// The addresses of a host's name, for requests that a proxy passes on.
    var lookUp: @Sendable (_ host: String) async -> [SocketAddress] = HostLookup.addresses(of:)

    package init() {}

    /// The proxies and certificates that the environment of a process names.
    package init(environment: [String: String]) {
        proxies = ProxyEnvironment(environment)
        certificateFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
