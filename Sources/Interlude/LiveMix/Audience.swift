import AudioEncoding
import DequeModule

/// The listeners of one encoding of the live mix, their positions, and the chunks that are kept.
///
/// A run starts with the first listener and ends with the last. Chunks belong to a run, so audio of
/// an earlier run is never taken for the present.
struct Audience {
    /// The number of chunks kept for listeners behind: ten seconds.
    static let capacity = 100

    typealias Listener = Int

    /// The answer to a listener that asks for more.
    enum Portion: Hashable {
        case chunk(EncodedChunk)
        case notYet
        /// There is nothing more for this listener.
        case over
    }

    /// The newest chunks of the run.
    private var chunks: Deque<EncodedChunk> = []
    /// The number of chunks in the run before the first kept one.
    private var droppedCount = 0
    /// The number of chunks in the run before the listener's next one.
    private var places: [Listener: Int] = [:]
    private var runCount = 0
    private var hasEnded = false

    /// The number of the run; `nil` without listeners.
    var run: Int? { places.isEmpty || hasEnded ? nil : runCount }

    var listenerCount: Int { places.count }

    /// Adds a listener, who starts with the newest chunk, after the headers for the decoder.
    mutating func join(_ listener: Listener) {
        if places.isEmpty {
            runCount += 1
            hasEnded = false
            chunks.removeAll()
            droppedCount = 0
        }
        places[listener] = droppedCount + max(0, chunks.count - 1)
    }

    mutating func leave(_ listener: Listener) {
        places[listener] = nil
    }

    /// Keeps the next chunk of `run`. Returns the listeners that fell too far behind, and are
    /// dropped.
    mutating func add(_ chunk: EncodedChunk, of run: Int) -> [Listener] {
        guard run == self.run else { return [] }
        chunks.append(chunk)
        guard chunks.count > Self.capacity else { return [] }
        chunks.removeFirst()
        droppedCount += 1
        let late = places.filter { $0.value < droppedCount }.keys
        for listener in late { places[listener] = nil }
        return Array(late)
    }

    /// Nothing more follows; kept chunks can still be taken.
    mutating func end() {
        hasEnded = true
    }

    /// The next chunk for `listener`, delivered once.
    mutating func take(for listener: Listener) -> Portion {
        guard let place = places[listener] else { return .over }
        guard place - droppedCount < chunks.count else { return hasEnded ? .over : .notYet }
        places[listener] = place + 1
        return .chunk(chunks[place - droppedCount])
    }
}
