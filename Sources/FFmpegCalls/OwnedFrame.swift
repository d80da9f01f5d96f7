import CFFmpeg

/// Owns one `AVFrame`.
package struct OwnedFrame: ~Copyable {
    package let pointer: UnsafeMutablePointer<AVFrame> = allocated(av_frame_alloc())

    /// Makes an empty frame.
    package init() {}

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }
}
