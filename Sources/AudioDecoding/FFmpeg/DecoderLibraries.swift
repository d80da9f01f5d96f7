import FFmpegCalls

/// The libraries that decode.
package enum DecoderLibraries {
    /// Begins to load them, for a process that will decode soon and has other things to do until
    /// then. Returns at once; without it the first that decodes waits for all of it.
    ///
    /// ``finishLoading()`` has to be called before the process ends.
    package static func beginLoading() { FFmpegLibraries.beginLoading() }

    /// Waits until all is loaded that ``beginLoading()`` began with.
    package static func finishLoading() { FFmpegLibraries.finishLoading() }
}
