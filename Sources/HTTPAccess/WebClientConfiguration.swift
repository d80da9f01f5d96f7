import NIOCore

/// The limits and routes of requests.
package struct WebClientConfiguration: Sendable {
    /// The timeout for connecting, including name resolution.
    package var connectLimit: Duration = .seconds(10)

    /// The timeout from then on for the beginning of the response.
    package var answerLimit: Duration = .seconds(10)

    /// The timeout for the next bytes of a body while the consumer waits for them.
    package var stallLimit: Duration = .seconds(10)

    package var redirectLimit = 10

    package var addressRule: AddressRule = .publicOnly

    package var proxies: ProxyEnvironment = .none

    /// A file of certificate authorities in PEM format; `nil` for the system's.
    package var certificateFile: String?

    package var userAgent = "Interlude"

    /// The clock for ``stallLimit``, and for the time limits of whole requests.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// Resolves a host's name, for requests through a proxy.
    var lookUp: @Sendable (_ host: String) async -> [SocketAddress] = HostLookup.addresses(of:)

    package init() {}

    /// Takes the proxies and certificates from the environment of a process.
    package init(environment: [String: String]) {
        proxies = ProxyEnvironment(environment)
        certificateFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
