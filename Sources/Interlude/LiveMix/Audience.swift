import AudioEncoding
import DequeModule

/// Who listens to one encoding of the live mix, how far each has got, and what of it is kept.
///
/// A run begins with the first listener and ends when the last has left: what is encoded belongs to
/// a run, so that nothing of an earlier one is taken for sound of now.
struct Audience {
    /// Chunks that are kept for those who are behind: ten seconds.
    static let capacity = 100

    typealias Listener = Int

    /// What a listener who asks for more gets.
    enum Portion: Hashable {
        case chunk(EncodedChunk)
        case notYet
        /// There is nothing more for him.
        case over
    }

    /// The newest chunks of the run.
    private var chunks: Deque<EncodedChunk> = []
    /// How many chunks of the run came before the first that is kept.
    private var droppedCount = 0
    /// How many chunks of the run came before the next that the listener gets.
    private var places: [Listener: Int] = [:]
    private var runCount = 0
    private var hasEnded = false

    /// The number of the run; `nil` while nobody listens.
    var run: Int? { places.isEmpty || hasEnded ? nil : runCount }

    var listenerCount: Int { places.count }

    /// Takes a listener in, who begins with the newest chunk: that is what is heard now, but for
    /// what a decoder needs first.
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

    /// Keeps what was encoded next in `run`, and returns the listeners who have fallen so far behind
    /// that they are dropped.
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

    /// Nothing more comes; what is kept can still be taken.
    mutating func end() {
        hasEnded = true
    }

    /// What `listener` gets next, which he will not get again.
    mutating func take(for listener: Listener) -> Portion {
        guard let place = places[listener] else { return .over }
        guard place - droppedCount < chunks.count else { return hasEnded ? .over : .notYet }
        places[listener] = place + 1
        return .chunk(chunks[place - droppedCount])
    }
}
