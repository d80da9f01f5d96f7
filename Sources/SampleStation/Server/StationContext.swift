import Hummingbird
import NIOCore

/// What a request's handler knows besides the request: the connection, so that it can close it.
struct StationContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
