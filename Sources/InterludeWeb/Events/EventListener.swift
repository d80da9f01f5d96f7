import HTTPServing
import Hummingbird
import MediaTime
import NIOCore
import Synchronization

/// One who listens to events, with what waits for him.
///
/// Nobody ever waits for a listener: one who takes too little loses his connection.
final class EventListener: Sendable {
    /// Who listens.
    let role: RequestRole

    private let channel: any Channel
    private let pieces: AsyncStream<ByteBuffer>
    private let input: AsyncStream<ByteBuffer>.Continuation
    private let backlog: Mutex<ListenerBacklog>

    init(_ role: RequestRole, on channel: any Channel, limits: ListenerBacklog.Limits) {
        self.role = role
        self.channel = channel
        (pieces, input) = AsyncStream.makeStream()
        backlog = Mutex(ListenerBacklog(limits))
    }

    /// Has `piece` sent to him. Never waits.
    func offer(_ piece: ByteBuffer) {
        switch backlog.withLock({ $0.add(piece.readableBytes) }) {
        case .keep: input.yield(piece)
        case .drop: drop()
        }
    }

    /// Drops him if his connection has accepted nothing for too long.
    func check(at now: MonotonicTime) {
        switch backlog.withLock({ $0.verdict(at: now) }) {
        case .keep: break
        case .drop: drop()
        }
    }

    /// Gets no more; what waits for him is still sent.
    func end() { input.finish() }

    private func drop() {
        input.finish()
        channel.close(promise: nil)
    }

    /// Sends him what comes until ``end()``, or until he has gone, which throws.
    func send(to writer: inout any ResponseBodyWriter) async throws {
        for await piece in pieces {
            backlog.withLock { $0.beginWriting(piece.readableBytes, at: .now) }
            try await writer.write(piece)
            backlog.withLock { $0.endWriting() }
        }
    }
}
