import NIOCore
import NIOHTTP1

/// Asks a proxy for a whole address, made of the request's path and its `Host`.
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
