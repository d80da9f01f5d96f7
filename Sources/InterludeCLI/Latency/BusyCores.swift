import Foundation
import Synchronization

/// Keeps all of this machine's cores busy until it is told to end.
final class BusyCores: Sendable {
    private let mustEnd = Atomic<Bool>(false)

    init() {
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            Thread.detachNewThread { [self] in
                while !mustEnd.load(ordering: .relaxed) {}
            }
        }
    }

    func end() { mustEnd.store(true, ordering: .relaxed) }
}
