import AudioEncoding

/// What is heard of a session, encoded, as one listener gets it: in pieces of about 100 ms, from
/// now on until the session is over.
///
/// The first piece brings what has to come before any sound, so that the pieces one after the other
/// are a file. In a pause they are silent, and go on coming. It is to be gone through once. Who takes
/// less than comes is dropped once he is ten seconds behind: for him, too, it ends. Letting go of
/// it is leaving.
public final class ListenStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = Never

    public let format: ListenFormat
    private let mix: LiveMix
    private let listener: Audience.Listener

    /// Joins `mix`; `nil` if its session is over.
    init?(
        _ mix: LiveMix, as format: ListenFormat, whenDropped: @escaping @Sendable () -> Void
    ) {
        guard let listener = mix.join(format, whenDropped: whenDropped) else { return nil }
        self.format = format
        self.mix = mix
        self.listener = listener
    }

    deinit {
        mix.leave(listener)
    }

    /// Ends it for this listener. Callable from any thread, also while a piece is waited for.
    public func leave() {
        mix.leave(listener)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Waits for one piece after the other; `nil` at the end, or once the task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: ListenStream
        private var packaging: ListenerBytes

        fileprivate init(_ stream: ListenStream) {
            self.stream = stream
            packaging = ListenerBytes(of: stream.format)
        }

        public mutating func next() async -> [UInt8]? {
            guard let chunk = await stream.mix.next(for: stream.listener) else { return nil }
            return packaging.bytes(of: chunk)
        }
    }
}
