import AudioEncoding

/// The live mix for one listener, in chunks of about 100 ms until the end of the session.
///
/// The first chunk has the headers, so the chunks together are a file. Chunks of silence arrive
/// during a pause. Iterate only once. A listener more than ten seconds behind is dropped, and its
/// stream ends. Releasing the stream ends the connection.
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

    /// Ends the stream. Callable from any thread, even while a chunk is awaited.
    public func leave() {
        mix.leave(listener)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Waits for the next chunk; `nil` at the end, or after the task is cancelled.
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

/// Why a session has no live mix.
public enum ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The session was created without ``SessionOptions/liveMix``.
    case notOffered
    case sessionIsOver
    /// This machine has no encoder for the format.
    case encoding(EncodingError)

    public var description: String {
        switch self {
        case .notOffered: "this session does not offer what it plays; set SessionOptions.liveMix"
        case .sessionIsOver: "the session is over"
        case .encoding(let error): error.description
        }
    }
}

/// The work done for the listeners of a live mix.
package struct LiveMixFigures: Hashable, Sendable {
    /// The number of listeners.
    package var listenerCount = 0
    /// The number of dropped listeners, which read too slowly.
    package var droppedListenerCount = 0
    package var startedEncoderCount = 0
    package var endedEncoderCount = 0
    /// The number of encoded packets, independent of the number of listeners.
    package var packetCount = 0
}
