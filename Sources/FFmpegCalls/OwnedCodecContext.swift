import CFFmpeg

/// Owns one `AVCodecContext`, of a decoder or an encoder.
package struct OwnedCodecContext: ~Copyable {
    package let pointer: UnsafeMutablePointer<AVCodecContext>

    /// Makes a context that is not open yet.
    package init(of codec: UnsafePointer<AVCodec>) {
        pointer = allocated(avcodec_alloc_context3(codec))
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&context)
    }
}
