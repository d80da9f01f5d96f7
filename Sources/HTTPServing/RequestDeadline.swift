import NIOCore
import NIOHTTP1

/// Closes a connection whose client does not complete a request in time, even if bytes keep
/// arriving, or sends more requests than it waits for.
///
/// The time limit starts with the connection, and again at the end of each response. It covers the
/// head and the body of a request. It does not run while the server responds.
///
/// A read of the socket can hold thousands of small requests, and each takes a kilobyte once it is
/// decoded. A client that sends requests without reading responses would fill any memory, so only
/// ``pipelineLimit`` requests may wait for their responses.
package final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart

    /// How many requests of one connection may be without a complete response. Browsers wait for each
    /// response.
    package static let pipelineLimit = 32

    private let limit: TimeAmount
    private var alarm: Scheduled<Void>?
    private var isReading = false
    /// Requests that have begun to arrive and whose responses are not complete.
    private var unanswered = 0

    package init(_ limit: TimeAmount) {
        self.limit = limit
    }

    /// A handler that, wherever it is added, places a deadline behind the request decoder.
    package static func placed(_ limit: TimeAmount) -> any RemovableChannelHandler {
        Placing(limit: limit)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    /// Also called when the connection is closed.
    package func handlerRemoved(context: ChannelHandlerContext) { stop() }

    package func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The decoder continues with what it has read of a connection that was closed below.
        guard context.channel.isActive else { return }
        switch unwrapInboundIn(data) {
        case .head where unanswered == Self.pipelineLimit:
            return context.close(promise: nil)
        case .head:
            // The rest of a pipelined request may arrive during the response to the previous one.
            isReading = true
            unanswered += 1
            if alarm == nil { start(context) }
        case .body: break
        case .end:
            isReading = false
            stop()
        }
        context.fireChannelRead(data)
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        if case .end = unwrapOutboundIn(data) {
            unanswered -= 1
            if !isReading, unanswered == 0 { start(context) }
        }
        context.write(data, promise: promise)
    }

    private func start(_ context: ChannelHandlerContext) {
        stop()
        let channel = context.channel
        alarm = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func stop() {
        alarm?.cancel()
        alarm = nil
    }

    /// Adds a deadline directly behind the request decoder.
    private final class Placing: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        private let limit: TimeAmount

        init(limit: TimeAmount) {
            self.limit = limit
        }

        func handlerAdded(context: ChannelHandlerContext) {
            let pipeline = context.pipeline.syncOperations
            do {
                let decoder = try pipeline.handler(
                    type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(RequestDeadline(limit), position: .after(decoder))
            } catch {
                // Do not serve a connection without a deadline.
                context.close(promise: nil)
            }
        }
    }
}
