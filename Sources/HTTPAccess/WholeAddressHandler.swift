import NIOCore
import NIOHTTP1

/// Makes the whole address in a request to a proxy, from the request's path and its `Host`.
final class WholeAddressHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data),
            let host = head.headers.first(name: "Host")
        else { return context.write(data, promise: promise) }
        head.uri = "http://\(host)\(head.uri)"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
