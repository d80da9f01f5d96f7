import FFmpegCalls

/// FFmpeg's decoding libraries.
package enum DecoderLibraries {
    /// Starts loading them on another thread, for a process that will decode soon. Returns at once.
    /// Without it the first decoder blocks until they are loaded.
    ///
    /// ``finishLoading()`` must be called before the process ends.
    package static func beginLoading() { FFmpegLibraries.beginLoading() }

    /// Blocks until the loading that ``beginLoading()`` started is complete.
    package static func finishLoading() { FFmpegLibraries.finishLoading() }
}
