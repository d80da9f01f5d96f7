import CFFmpeg
import Foundation

/// FFmpeg's libraries, which a process loads when it needs them: with all that they need they are
/// more than a hundred, and take tens of milliseconds.
package enum FFmpegLibraries {
    /// Why they cannot be loaded: one line that says what is missing and what to try.
    package struct Absence: Error, Hashable {
        package let description: String
    }

    /// Begins to load them on a thread of its own, for who will need them soon. Returns at once.
    package static func beginLoading() {
        Thread.detachNewThread { _ = absence }
    }

    /// Loads them, unless that was done before. Blocks until they are there.
    package static func load() throws(Absence) {
        if let absence { throw absence }
    }

    private static let absence: Absence? = {
        if let words = CFFmpeg_load() { return Absence(description: String(cString: words)) }
        // It would write to standard error. What goes wrong comes as a result, and is told by
        // whoever called.
        av_log_set_level(AV_LOG_QUIET)
        return nil
    }()
}
