import PCMAudio
import Synchronization

/// A queue of packets from a sink's thread to a reader that may be slow.
///
/// Holds at most ``capacity`` packets and drops new ones while it is full: a slow reader neither
/// delays the sink nor takes more memory.
package final class PacketQueue: Sendable {
    /// Five seconds.
    package static let capacity = 250

    private let state = Mutex(State())
    private let bell = Doorbell()

    private struct State {
        var packets: [AudioPacket] = []
        var isClosed = false
    }

    package init() {}

    /// Callable from any thread; never waits for the reader.
    package func add(_ packet: AudioPacket) {
        state.withLock { state in
            guard !state.isClosed, state.packets.count < Self.capacity else { return }
            state.packets.append(packet)
        }
        bell.ring()
    }

    /// Accepts no more packets; those already added can still be read.
    package func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    /// Blocks until there is a packet, and removes it; `nil` once all are read and the queue is
    /// closed. Call on the reading thread only.
    package func next() -> AudioPacket? {
        bell.wait { self.state.withLock { $0.isClosed || !$0.packets.isEmpty } }
        return state.withLock { $0.packets.isEmpty ? nil : $0.packets.removeFirst() }
    }
}
