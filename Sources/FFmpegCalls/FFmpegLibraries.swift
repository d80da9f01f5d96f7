import CFFmpeg
import Platform
import Synchronization

/// Loads FFmpeg's libraries on demand: with their dependencies they are more than a hundred, and
/// loading takes tens of milliseconds.
package enum FFmpegLibraries {
    /// Why they cannot be loaded, in one line: what is missing and what to try.
    package struct Absence: Error, Hashable {
        package let description: String
    }

    private static let hasBegun = Atomic<Bool>(false)

    /// Starts loading them on a thread of its own, before they are needed. Returns at once.
    /// ``finishLoading()`` must be called before the process ends.
    package static func beginLoading() {
        hasBegun.store(true, ordering: .relaxed)
        // try?: without a thread they are loaded when they are needed.
        try? PlatformThread.start(named: "ffmpeg loader") { CFFmpeg_loadInAdvance() }
    }

    /// Blocks until the loading that ``beginLoading()`` started is complete. Otherwise, at exit,
    /// one library could tear down what another is still setting up.
    package static func finishLoading() {
        if hasBegun.load(ordering: .relaxed) { _ = CFFmpeg_load() }
    }

    /// Loads them if they are not loaded yet. Blocks until they are.
    package static func load() throws(Absence) {
        if let words = CFFmpeg_load() { throw Absence(description: String(cString: words)) }
    }
}
