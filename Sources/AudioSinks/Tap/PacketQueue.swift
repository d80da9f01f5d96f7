import PCMAudio
import Synchronization

/// Packets on their way from a sink's thread to one that may be slow.
///
/// Holds ``capacity`` of them at most: what comes while it is full is dropped, so that neither
/// memory nor the sink suffers from a slow reader.
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

    /// Takes nothing more; what is there can still be read.
    package func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    /// Waits for a packet and takes it out; `nil` once all are read and the queue is closed. Call
    /// on the reading thread only.
    package func next() -> AudioPacket? {
        bell.wait { self.state.withLock { $0.isClosed || !$0.packets.isEmpty } }
        return state.withLock { $0.packets.isEmpty ? nil : $0.packets.removeFirst() }
    }
}
