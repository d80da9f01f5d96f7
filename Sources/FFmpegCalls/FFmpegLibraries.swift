import CFFmpeg
import Foundation
import Synchronization

/// FFmpeg's libraries, which a process loads when it needs them: with all that they need they are
/// more than a hundred, and take tens of milliseconds.
package enum FFmpegLibraries {
    /// Why they cannot be loaded: one line that says what is missing and what to try.
    package struct Absence: Error, Hashable {
        package let description: String
    }

    private static let hasBegun = Atomic<Bool>(false)

    /// Begins to load them on a thread of its own, for who will need them soon. Returns at once;
    /// ``finishLoading()`` has to be called before the process ends.
    package static func beginLoading() {
        hasBegun.store(true, ordering: .relaxed)
        Thread.detachNewThread { _ = CFFmpeg_load() }
    }

    /// Waits until all is loaded that ``beginLoading()`` began with. What a library tears down when
    /// a process ends may be what another one is just setting up.
    package static func finishLoading() {
        if hasBegun.load(ordering: .relaxed) { _ = CFFmpeg_load() }
    }

    /// Loads them, unless that was done before. Blocks until they are there.
    package static func load() throws(Absence) {
        if let words = CFFmpeg_load() { throw Absence(description: String(cString: words)) }
    }
}
