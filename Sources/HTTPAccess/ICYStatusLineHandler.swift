import NIOCore

/// Translates the status line `ICY 200 OK` of old SHOUTcast servers to HTTP.
final class ICYStatusLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let oldStart = "ICY "
    private static let newStart = "HTTP/1.0 "

    /// The bytes so far, while they may still be the beginning of an old status line.
    private var beginning: ByteBuffer?
    private var isDecided = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isDecided else { return context.fireChannelRead(data) }
        if var beginning {
            beginning.writeBuffer(&bytes)
            bytes = beginning
        }
        let start = bytes.readableBytesView.prefix(Self.oldStart.utf8.count)
        if start.count < Self.oldStart.utf8.count, Self.oldStart.utf8.starts(with: start) {
            beginning = bytes
            return
        }
        isDecided = true
        beginning = nil
        if Self.oldStart.utf8.elementsEqual(start) {
            bytes.moveReaderIndex(forwardBy: start.count)
            context.fireChannelRead(wrapInboundOut(ByteBuffer(string: Self.newStart)))
        }
        context.fireChannelRead(wrapInboundOut(bytes))
    }
}
