import DequeModule
import Dispatch
import Synchronization

/// A bounded queue of bytes from an asynchronous producer to one reading thread.
///
/// The producer waits while the reader lags behind. At most the high-water mark and one chunk are
/// in memory, however fast a server sends.
package final class BytePipe: ByteReader {
    /// How the bytes end after all written ones are read.
    fileprivate enum Ending {
        case finished
        case failed(any Error)
    }

    fileprivate struct State {
        var chunks: Deque<ArraySlice<UInt8>> = []
        var byteCount = 0
        var ending: Ending?
        var isCancelled = false
        var isReaderWaiting = false
        /// The producer, while it waits for room.
        var producer: CheckedContinuation<Void, any Error>?
    }

    /// How many bytes may be queued before the producer must wait.
    private let highWaterMark: Int
    /// How many bytes a reader that waits is woken for, unless the bytes end before.
    private let portion: Int
    /// For how long a reader waits for a whole portion. After that, any byte will do.
    private let portionLimit: DispatchTimeInterval
    private let state = Mutex(State())
    private let readerBell = DispatchSemaphore(value: 0)

    /// A reader that waits gets at least `portion` bytes at a time, as far as they come within
    /// `portionLimit`.
    package init(
        highWaterMark: Int = 256 * 1024, portion: Int = 1,
        within portionLimit: DispatchTimeInterval = .milliseconds(400)
    ) {
        self.highWaterMark = highWaterMark
        self.portion = min(portion, highWaterMark)
        self.portionLimit = portionLimit
    }

    /// How many bytes are queued.
    package var bufferedByteCount: Int { state.withLock { $0.byteCount } }

    /// Whether the reader waits for bytes.
    package var isReaderWaiting: Bool { state.withLock { $0.isReaderWaiting } }
}

// MARK: - The producer's side

extension BytePipe {
    /// Appends `chunk` once there is room.
    ///
    /// Throws `CancellationError` if the reader or the task was cancelled. Only one producer may
    /// write at a time.
    package func write(_ chunk: [UInt8]) async throws {
        while try !append(chunk) { try await waitForRoom() }
    }

    /// Returns whether there was room.
    private func append(_ chunk: [UInt8]) throws -> Bool {
        try Task.checkCancellation()
        return try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            guard state.byteCount < highWaterMark else { return false }
            if !chunk.isEmpty {
                state.chunks.append(chunk[...])
                state.byteCount += chunk.count
                if state.byteCount >= portion { wakeReader(&state) }
            }
            return true
        }
    }

    /// Ends the bytes, with an error if they are incomplete.
    ///
    /// The reader first gets the queued bytes, and then the end or the error.
    package func finish(throwing error: (any Error)? = nil) {
        state.withLock { state in
            if state.ending == nil { state.ending = error.map(Ending.failed) ?? .finished }
            wakeReader(&state)
        }
    }

    private func waitForRoom() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    guard !state.isCancelled, !Task.isCancelled else {
                        return .failure(CancellationError())
                    }
                    guard state.byteCount >= highWaterMark else { return .success(()) }
                    precondition(state.producer == nil, "a pipe has one producer")
                    state.producer = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            takeProducer()?.resume(throwing: CancellationError())
        }
    }

    private func takeProducer() -> CheckedContinuation<Void, any Error>? {
        state.withLock { $0.producer.take() }
    }

    private func wakeReader(_ state: inout State) {
        guard state.isReaderWaiting else { return }
        state.isReaderWaiting = false
        readerBell.signal()
    }
}

// MARK: - The reader's side

extension BytePipe {
    /// Blocks until there are bytes; 0 once all are read and ``finish(throwing:)`` was called.
    ///
    /// Throws the producer's error at its end, and `CancellationError` after ``cancel()``.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        while true {
            if let count = try readWithoutWaiting(into: buffer) { return count }
            waitForPortion()
        }
    }

    /// Blocks until there is a portion, or there will be none; a slow one until there is a byte.
    private func waitForPortion() {
        guard portion > 1 else { return readerBell.wait() }
        while readerBell.wait(timeout: .now() + portionLimit) == .timedOut {
            let (isRung, hasBytes) = state.withLock { state in
                let isRung = !state.isReaderWaiting
                if state.byteCount > 0 { state.isReaderWaiting = false }
                return (isRung, state.byteCount > 0)
            }
            // It rang after the time was over.
            if isRung { return readerBell.wait() }
            if hasBytes { return }
        }
    }

    package var size: Int? { nil }

    package func seek(to position: Int) -> Bool { false }

    package func cancel() {
        let producer = state.withLock { state in
            state.isCancelled = true
            state.chunks.removeAll()
            state.byteCount = 0
            wakeReader(&state)
            return state.producer.take()
        }
        producer?.resume(throwing: CancellationError())
    }

    /// Returns `nil`, and requests a wake-up, if there is nothing to read yet.
    private func readWithoutWaiting(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
        let (count, producer) = try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            let count = state.take(into: buffer)
            if count == 0 {
                switch state.ending {
                case .finished: return (0 as Int?, state.producer.take())
                case .failed(let error): throw error
                case nil: state.isReaderWaiting = true
                }
                return (nil, nil)
            }
            return (count, state.byteCount < highWaterMark ? state.producer.take() : nil)
        }
        producer?.resume()
        return count
    }
}

extension BytePipe.State {
    /// Moves as many bytes as fit to `buffer`, and returns their number.
    fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, var chunk = chunks.popFirst() {
            let part = chunk.prefix(buffer.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            filled += part.count
            chunk = chunk.dropFirst(part.count)
            if !chunk.isEmpty { chunks.prepend(chunk) }
        }
        byteCount -= filled
        return filled
    }
}
