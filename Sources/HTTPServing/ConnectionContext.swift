import Hummingbird
import NIOCore

/// A request's context: gives its handler the connection, to close it.
package struct ConnectionContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let channel: any Channel

    /// The role of the sender.
    package var role = RequestRole.stranger

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// The role of a request's sender.
package enum RequestRole: String, Hashable, Sendable, CaseIterable {
    /// The sender is not authenticated.
    case stranger

    /// The sender is on this machine and presented no token, because none is required.
    case listener

    /// The sender presented the token.
    case `operator`
}
