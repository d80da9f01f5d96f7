import CFFmpeg

/// Owns one `AVFrame`.
package struct OwnedFrame: ~Copyable {
    package let pointer: UnsafeMutablePointer<AVFrame> = allocated(av_frame_alloc())

    /// A frame that is still empty.
    package init() {}

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }
}
