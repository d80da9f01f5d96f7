import Foundation

/// A thread that may block as long as it likes.
enum ReaderThread {
    /// Runs `body` on a thread of its own, which debuggers show as `name` (at most 15 letters).
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }
}
