import Foundation

/// Starts threads that may block.
enum ReaderThread {
    /// Runs `body` on a thread of its own. Debuggers show its `name`, at most 15 letters.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }
}
