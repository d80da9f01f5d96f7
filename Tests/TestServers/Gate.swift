import Dispatch

/// Holds a server until a test continues it. Opens once, for one waiting thread.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }

    package func wait() { semaphore.wait() }
}
