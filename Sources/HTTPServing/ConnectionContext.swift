import Hummingbird
import NIOCore

/// What a request's handler knows besides the request: the connection, so that it can close it.
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
