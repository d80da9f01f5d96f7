import HTTPServing
import Hummingbird
import MediaTime
import NIOCore
import Synchronization

/// A connection that receives events, with its backlog.
///
/// The server never waits for a listener; it disconnects one that reads too slowly.
final class EventListener: Sendable {
    let role: RequestRole

    private let channel: any Channel
    private let pieces: AsyncStream<ByteBuffer>
    private let input: AsyncStream<ByteBuffer>.Continuation
    private let backlog: Mutex<EventBacklog>

    init(_ role: RequestRole, on channel: any Channel, limits: EventBacklog.Limits) {
        self.role = role
        self.channel = channel
        (pieces, input) = AsyncStream.makeStream()
        backlog = Mutex(EventBacklog(limits))
    }

    /// Queues `piece`. Never waits.
    func offer(_ piece: ByteBuffer) {
        switch backlog.withLock({ $0.add(piece.readableBytes) }) {
        case .keep: input.yield(piece)
        case .disconnect: disconnect()
        }
    }

    /// Disconnects the listener if its connection has accepted nothing for too long.
    func check(at now: MonotonicTime) {
        switch backlog.withLock({ $0.verdict(at: now) }) {
        case .keep: break
        case .disconnect: disconnect()
        }
    }

    /// Ends the stream after the queued pieces.
    func end() { input.finish() }

    private func disconnect() {
        input.finish()
        channel.close(promise: nil)
    }

    /// Sends queued pieces until ``end()``. Throws once the connection is closed.
    func send(to writer: inout any ResponseBodyWriter) async throws {
        for await piece in pieces {
            backlog.withLock { $0.beginWriting(piece.readableBytes, at: .now) }
            try await writer.write(piece)
            backlog.withLock { $0.endWriting() }
        }
    }
}

/// Decides whether a listener is too slow. A value without a clock.
struct EventBacklog: Sendable {
    private let limits: Limits
    private var waitingByteCount = 0
    private var writingSince: MonotonicTime?

    struct Limits: Hashable, Sendable {
        /// The maximum size of the queue in bytes.
        var byteCount = 512 * 1024
        /// The time limit in seconds for a connection to accept a piece.
        var writingTime = 10.0
    }

    enum Verdict: Hashable, Sendable {
        case keep
        case disconnect
    }

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Adds a piece to the queue.
    mutating func add(_ byteCount: Int) -> Verdict {
        waitingByteCount += byteCount
        return waitingByteCount > limits.byteCount ? .disconnect : .keep
    }

    /// Begins to write the next piece to the connection.
    mutating func beginWriting(_ byteCount: Int, at now: MonotonicTime) {
        waitingByteCount -= byteCount
        writingSince = now
    }

    /// The connection has accepted the piece.
    mutating func endWriting() {
        writingSince = nil
    }

    func verdict(at now: MonotonicTime) -> Verdict {
        guard let writingSince else { return .keep }
        return now.seconds(since: writingSince) > limits.writingTime ? .disconnect : .keep
    }
}
