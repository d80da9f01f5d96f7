import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns the `AVIOContext` through which libavformat reads a ``ByteSource``, and its buffer.
struct ByteInput: ~Copyable {
    let context: UnsafeMutablePointer<AVIOContext>
    private let source: ByteSource

    init(reading source: ByteSource) {
        let size = 8192
        let buffer = av_malloc(size)?.assumingMemoryBound(to: UInt8.self)
        let opaque = Unmanaged.passUnretained(source).toOpaque()
        let context = allocated(
            avio_alloc_context(
                allocated(buffer), Int32(size), 0, opaque,
                { opaque, buffer, count in
                    Unmanaged<ByteSource>.fromOpaque(opaque!).takeUnretainedValue()
                        .fill(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
                }, nil,
                { opaque, offset, whence in
                    Unmanaged<ByteSource>.fromOpaque(opaque!).takeUnretainedValue()
                        .seek(offset: offset, whence: whence)
                }))
        context.pointee.seekable = source.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
        self.context = context
        self.source = source
    }

    deinit {
        var context: UnsafeMutablePointer<AVIOContext>? = context
        // libavformat may have replaced the buffer with one of another size.
        av_free(context!.pointee.buffer)
        avio_context_free(&context)
    }
}
