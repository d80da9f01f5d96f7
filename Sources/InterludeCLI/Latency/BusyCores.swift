import FoundationEssentials
import Platform
import Synchronization

/// Keeps all of this machine's cores busy until it is told to end.
final class BusyCores: Sendable {
    private let mustEnd = Atomic<Bool>(false)

    init() throws(ThreadFailure) {
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            try PlatformThread.start(named: "busy core") { [self] in
                while !mustEnd.load(ordering: .relaxed) {}
            }
        }
    }

    func end() { mustEnd.store(true, ordering: .relaxed) }
}
