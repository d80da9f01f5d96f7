import CFFmpeg
import DequeModule
import MediaTime
import PCMAudio
import Platform

/// Keeps the last minutes of a live stream, still encoded, for time shift.
///
/// One thread appends packets from the network and never waits for readers. Others read through
/// cursors, each at its own position. Packets older than the window are dropped. Packets over the
/// memory limit are in an unlinked temporary file. If the disk or that file is full, the window
/// becomes shorter: see ``shortage``. The file is read and written without holding the lock.
package final class TimeShiftStore: Sendable {
    fileprivate struct State: ~Copyable {
        var index: Deque<StoredPacket> = []
        /// The number of the first packet in `index`, counted from the first packet ever.
        var first = 0
        var bytes: PacketBytes
        var file: SpillFile?
        /// Whether part of the window was dropped for lack of room.
        var isShort = false
        /// The stream frame at which the packet begins that a cursor took last.
        var reached = FrameTime.zero
        /// The first stream frame after the newest packet.
        var end = FrameTime.zero
        var isFinished = false
        var failure: (any Error)?
        var bells: [TimeShiftCursor.Bell] = []
    }

    private let window: Duration
    /// How much is kept of what a reader has passed; `nil` for as much as the window.
    private let passed: Duration?
    /// How many packets are kept: as many as the window has milliseconds. Damaged streams may have
    /// packets without a duration.
    private let packetLimit: Int
    private let state: Guarded<State>

    /// The limit on packets for any window: each index entry takes memory.
    private static let longestIndex = 1 << 19

    /// Keeps the packets of the last `window`: up to `memoryLimit` bytes in memory, and up to
    /// `fileLimit` more in a file. `passed` is how much it keeps of what a cursor has passed, if that
    /// is less.
    package init(
        window: Duration = .seconds(300), passed: Duration? = nil, memoryLimit: Int = 16 << 20,
        fileLimit: Int = 512 << 20
    ) {
        self.window = window
        self.passed = passed
        packetLimit = min(max(window.frameCount / (FrameTime.rate / 1000), 1), Self.longestIndex)
        // Segments are dropped as a whole.
        let segmentSize = passed == nil ? nil : PacketBytes.smallSegmentSize
        state = Guarded(
            State(
                bytes: PacketBytes(
                    memoryLimit: memoryLimit, fileLimit: fileLimit, segmentSize: segmentSize)))
    }

    /// Returns the memory of a stream to the system.
    ///
    /// The allocator would keep the memory of many small packets, in an arena per thread: 100 MB
    /// after some streams, and as much again after the next.
    deinit {
        state.withLock { state in
            state.index = []
            state.bytes = PacketBytes(memoryLimit: 0, fileLimit: 0)
        }
        Allocator.returnFreedBlocks()
    }

    /// The stream frames that can be played now.
    package var availableRange: FrameRange {
        state.withLock { FrameRange($0.index.first?.clock.now ?? $0.end, $0.end) }
    }

    /// Why no more packets come; `nil` if they still come or the stream has ended.
    package var failure: (any Error)? { state.withLock { $0.failure } }

    /// How much is kept if there is no room for the whole window; `nil` if the whole window is
    /// kept, or will be.
    package var shortage: Duration? {
        state.withLock { state in
            guard state.isShort else { return nil }
            return .frames(state.end - (state.index.first?.clock.now ?? state.end))
        }
    }

    /// The bytes kept in memory and in the file, and the size of the file.
    package var byteCounts: (memory: Int, file: Int, fileSize: Int) {
        state.withLock { ($0.bytes.memoryUse, $0.bytes.fileUse, $0.bytes.fileSize) }
    }
}

// MARK: - Writing

extension TimeShiftStore {
    /// Appends a copy of `packet`, which begins at `clock`'s time. `succession` says how its audio
    /// relates to the audio before it.
    ///
    /// Call on the writing thread only. Never waits for a reader, but may block on the disk.
    package func append(
        _ packet: borrowing Packet, at clock: StreamClock,
        _ succession: AudioDecoder.Succession = .following
    ) {
        var after = clock
        after.advance(packet.length)
        let windowStart = after.now - window.frameCount
        defer { spill() }
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
            // Here, because only the writing thread may drop what it may be spilling.
            let keptPast = passed.map { state.reached - $0.frameCount }
            state.dropPackets(
                before: max(windowStart, keptPast ?? windowStart), keeping: packetLimit)
            return state.bells
        }
        for bell in bells { bell.ring() }
    }

    /// Moves segments over the memory limit to the file. For the writing thread. Does not hold the
    /// lock while it writes, because the disk may be slow.
    private func spill() {
        while let spill = state.withLock({ $0.bytes.beginSpill() }) {
            var isWritten = false
            if let slots = spill.slots, let file = openFile() {
                isWritten = file.write(spill.bytes, to: slots)
            }
            state.withLock { state in
                state.bytes.finish(spill, isWritten: isWritten)
                if !isWritten { state.isShort = true }
                state.dropPacketsWithoutBytes()
            }
        }
    }

    /// The file, created on first use; `nil` if that fails.
    private func openFile() -> SpillFile? {
        let (file, slotSize) = state.withLock { ($0.file, $0.bytes.slotSize) }
        if let file { return file }
        let made = SpillFile(slotSize: slotSize)
        state.withLock { $0.file = made }
        return made
    }

    /// Marks the stream as finished: because of `failure`, or because it has ended.
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
    /// Drops packets that end before `frame`, and the oldest ones if there are more than `limit`.
    fileprivate mutating func dropPackets(before frame: FrameTime, keeping limit: Int) {
        while index.count > 1, index[1].clock.now <= frame {
            dropFirst()
            isShort = false
        }
        while index.count > limit, index.count > 1 {
            dropFirst()
            isShort = true
        }
        if let oldest = index.first { bytes.drop(before: oldest.location.segment) }
    }

    /// Drops packets whose bytes were dropped.
    fileprivate mutating func dropPacketsWithoutBytes() {
        while let oldest = index.first, oldest.location.segment < bytes.oldestSegment {
            dropFirst()
        }
    }

    private mutating func dropFirst() {
        index.removeFirst()
        first += 1
    }
}

// MARK: - Reading

extension TimeShiftStore {
    /// A cursor for decoding from stream frame `frame`, or from the nearest available one.
    ///
    /// It begins as much earlier as a decoder needs to output that frame exactly, as far as the
    /// packets are kept. `call` is made as ``TimeShiftCursor/isReady`` says, on any thread, which it
    /// must not block.
    package func cursor(
        for frame: FrameTime, callingForPackets call: (@Sendable () -> Void)? = nil
    ) -> TimeShiftCursor {
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
            let bell = TimeShiftCursor.Bell(calling: call)
            state.bells.append(bell)
            return TimeShiftCursor(self, at: state.first + position, ringing: bell)
        }
    }

    /// Whether a cursor at packet `number` need not wait: there is a packet, or the end.
    func hasNews(at number: Int) -> Bool {
        state.withLock { number < $0.first + $0.index.count || $0.isFinished }
    }

    /// Copies packet `number`, or the oldest one kept if it was dropped, and advances `number`.
    ///
    /// Returns `nil` if there is none. May block on the disk.
    func take(_ number: inout Int) -> TimedPacket? {
        var missedCount = 0
        while true {
            let found = state.withLock { $0.find(number) }
            guard let found else { return nil }
            missedCount += found.number - number
            number = found.number + 1
            let packet = found.packet()
            if passed != nil { state.withLock { $0.reached = found.stored.clock.now } }
            // If it was dropped meanwhile, its slots may hold other bytes by now.
            if found.isInFile, state.withLock({ $0.first > found.number }) {
                number = found.number
                continue
            }
            guard let packet else {
                missedCount += 1
                continue
            }
            return TimedPacket(
                packet: packet, clock: found.stored.clock, entry: found.stored.entry,
                succession: found.stored.succession, missedCount: missedCount)
        }
    }

    func forget(_ bell: TimeShiftCursor.Bell) {
        state.withLock { $0.bells.removeAll { $0 === bell } }
    }
}

extension TimeShiftStore.State {
    /// Packet `number`, or the oldest one kept if it was dropped; `nil` if there is none.
    fileprivate func find(_ number: Int) -> FoundPacket? {
        let number = max(number, first)
        guard number < first + index.count else { return nil }
        let stored = index[number - first]
        let place: FoundPacket.Place
        if let file, let slots = bytes.slots(of: stored.location) {
            place = .file(file, slots)
        } else {
            place = .memory(bytes.copy(stored.location))
        }
        return FoundPacket(number: number, stored: stored, place: place)
    }
}
