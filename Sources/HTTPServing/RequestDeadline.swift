import NIOCore
import NIOHTTP1

/// Closes a connection whose client does not finish a request in time, however the bytes come.
///
/// The time begins with the connection, and again with the end of each answer; head and body of a
/// request together have it. While a request is answered nothing is due.
package final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart

    private let limit: TimeAmount
    private var alarm: Scheduled<Void>?
    private var isReading = false
    /// Requests that began to come and whose answers are not sent yet.
    private var unanswered = 0

    package init(_ limit: TimeAmount) {
        self.limit = limit
    }

    /// Puts a deadline behind the handler that reads requests, from wherever `place` is added.
    package static func placed(_ limit: TimeAmount) -> any RemovableChannelHandler {
        Placing(limit: limit)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stop() }

    package func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            // The rest of a pipelined request may come while the one before is answered.
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

    /// Adds a deadline where it sees the parts of requests as the decoder has them.
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
                // A connection without a deadline is not served.
                context.close(promise: nil)
            }
        }
    }
}
