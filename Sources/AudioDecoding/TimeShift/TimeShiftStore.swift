import CFFmpeg
import DequeModule
import MediaTime
import PCMAudio

/// Keeps the last minutes of a live stream, still encoded, so that a listener can be behind it.
///
/// One thread appends what the network brings and never waits. Others read
/// through cursors, each at a place of its own. The oldest packets make room
/// for the newest: what lies further back than the window is gone. What is
/// more than memory may hold lies in a temporary file without a name, and
/// where the disk is full, it is the window that gets shorter.
package final class TimeShiftStore: Sendable {
    fileprivate struct State: ~Copyable {
        var index: Deque<StoredPacket> = []
        /// Counts packets from the first ever; the number of the first in `index`.
        var first = 0
        var bytes: PacketBytes
        /// The first stream frame after the newest packet.
        var end = FrameTime.zero
        var isFinished = false
        var failure: (any Error)?
        var bells: [TimeShiftCursor.Bell] = []
    }

    private let window: Duration
    /// How many packets are kept: as many of a millisecond as the window has room for, because
    /// nonsense may come in packets that last for nothing.
    private let packetLimit: Int
    private let state: Guarded<State>

    /// Keeps packets of as much as `window`, and as many bytes of them in memory as `memoryLimit`.
    package init(window: Duration = .seconds(300), memoryLimit: Int = 16 << 20) {
        self.window = window
        packetLimit = max(window.frameCount / (FrameTime.rate / 1000), 1)
        state = Guarded(State(bytes: PacketBytes(memoryLimit: memoryLimit)))
    }

    /// The stream frames that can be heard now.
    package var availableRange: FrameRange {
        state.withLock { FrameRange($0.index.first?.clock.now ?? $0.end, $0.end) }
    }

    /// Why no more packets come, if it is not that the stream is at its end.
    package var failure: (any Error)? { state.withLock { $0.failure } }

    /// Bytes that are kept in memory and in the file.
    package var byteCounts: (memory: Int, file: Int) {
        state.withLock { ($0.bytes.memoryUse, $0.bytes.fileUse) }
    }
}

// MARK: - Writing

extension TimeShiftStore {
    /// Keeps a copy of `packet`, which begins at `clock`'s time, after all packets kept, and whose
    /// sound comes after theirs as `succession` says.
    ///
    /// Call on the writing thread only; never waits for a reader.
    package func append(
        _ packet: borrowing Packet, at clock: StreamClock,
        _ succession: AudioDecoder.Succession = .following
    ) {
        var after = clock
        after.advance(packet.length)
        let oldestWanted = after.now - window.frameCount
        let bells = state.withLock { state in
            let bytes = UnsafeRawBufferPointer(
                start: packet.packet.pointee.data, count: Int(packet.packet.pointee.size))
            let location = state.bytes.append(bytes)
            let isFirst = state.index.last?.stream !== packet.stream
            state.index.append(
                StoredPacket(
                    packet, at: clock, entry: isFirst ? .beginning : .middle, succession,
                    location: location))
            state.end = after.now
            state.dropPackets(before: oldestWanted, keeping: packetLimit)
            return state.bells
        }
        for bell in bells { bell.ring() }
    }

    /// Says that no more packets come: because of `failure`, or because the stream is at its end.
    package func finish(because failure: (any Error)? = nil) {
        let bells = state.withLock { state in
            state.isFinished = true
            state.failure = failure
            return state.bells
        }
        for bell in bells { bell.ring() }
    }
}

extension TimeShiftStore.State {
    /// Lets go of packets that end before `frame`, of more than `limit`, and of those whose bytes
    /// are gone.
    fileprivate mutating func dropPackets(before frame: FrameTime, keeping limit: Int) {
        while index.count > 1, index[1].clock.now <= frame || index.count > limit { dropFirst() }
        while let oldest = index.first, oldest.location.segment < bytes.oldestSegment {
            dropFirst()
        }
        if let oldest = index.first { bytes.drop(before: oldest.location.segment) }
    }

    private mutating func dropFirst() {
        index.removeFirst()
        first += 1
    }
}

// MARK: - Reading

extension TimeShiftStore {
    /// A cursor for decoding from stream frame `frame` on, or from what comes nearest to it.
    ///
    /// It begins as many packets earlier as a decoder needs to give that frame exactly, as far as
    /// they are kept.
    package func cursor(for frame: FrameTime) -> TimeShiftCursor {
        state.withLock { state in
            let target = min(frame, state.end) - AudioDecoder.preroll
            var position = state.index.count
            while position > 0, state.index[position - 1].clock.now > frame { position -= 1 }
            position = max(0, position - 1)
            while position > 0, state.index[position].entry == .middle,
                state.index[position].clock.now > target
            {
                position -= 1
            }
            let bell = TimeShiftCursor.Bell()
            state.bells.append(bell)
            return TimeShiftCursor(self, at: state.first + position, ringing: bell)
        }
    }

    /// Whether a cursor at packet `number` has something to learn: a packet, or the end.
    func hasNews(at number: Int) -> Bool {
        state.withLock { number < $0.first + $0.index.count || $0.isFinished }
    }

    /// Copies packet `number`, or the oldest kept if it is gone, and counts `number` on.
    ///
    /// `nil` if there is none.
    func take(_ number: inout Int) -> TimedPacket? {
        state.withLock { state -> TimedPacket? in
            let missedCount = max(0, state.first - number)
            number += missedCount
            while true {
                guard number < state.first + state.index.count else { return nil }
                let stored = state.index[number - state.first]
                number += 1
                if let packet = state.packet(stored) {
                    return TimedPacket(
                        packet: packet, clock: stored.clock, entry: stored.entry,
                        succession: stored.succession, missedCount: missedCount)
                }
            }
        }
    }

    func forget(_ bell: TimeShiftCursor.Bell) {
        state.withLock { $0.bells.removeAll { $0 === bell } }
    }
}

extension TimeShiftStore.State {
    /// A copy of the packet that `stored` is about; `nil` if its bytes cannot be read.
    fileprivate borrowing func packet(_ stored: StoredPacket) -> Packet? {
        var packet = Packet(of: stored.stream)
        let size = stored.location.size
        guard av_new_packet(packet.packet, Int32(size)) >= 0 else { return nil }
        let target = UnsafeMutableRawBufferPointer(start: packet.packet.pointee.data, count: size)
        guard bytes.read(stored.location, into: target) else { return nil }
        if stored.skipped != (0, 0) {
            packet.skip(start: stored.skipped.start, end: stored.skipped.end)
        }
        packet.length = stored.length
        packet.trimmed = stored.trimmed
        packet.bytePosition = stored.bytePosition
        return packet
    }
}
