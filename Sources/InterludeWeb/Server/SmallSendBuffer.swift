import NIOCore

/// Has the system hold little for a connection that it is put into, so that one whose client takes
/// nothing is noticed soon and costs little until then. Left alone it holds megabytes, which is
/// minutes of sound.
final class SmallSendBuffer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    /// The system takes twice that, for what it keeps beside the bytes.
    private static let byteCount = 32 * 1024

    func handlerAdded(context: ChannelHandlerContext) {
        // A connection of which the system does not take that is served as it is.
        context.channel.setOption(.socketOption(.so_sndbuf), value: Self.byteCount)
            .whenComplete { _ in }
    }
}
