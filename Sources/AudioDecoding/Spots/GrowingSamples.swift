import PCMAudio

/// Owns the samples of a spot while it is decoded, in pieces. Each is claimed from the memory
/// budget before it is allocated.
struct GrowingSamples: ~Copyable {
    /// Why samples were refused.
    enum Refusal {
        /// There would be more than ``limit``.
        case tooMany
        /// The budget has no room for more.
        case overBudget
    }

    /// The greatest number of samples.
    private let limit: Int
    private let claim: MemoryClaim
    private var pieces: [Piece] = []
    private(set) var count = 0
    /// Why samples were refused; all later ones are refused too.
    private(set) var refusal: Refusal?

    /// 256 KiB, or 0.7 seconds.
    private static let pieceCapacity = 1 << 16
    private static let sampleSize = MemoryLayout<Float>.stride

    private final class Piece {
        let pages = SamplePages(capacity: GrowingSamples.pieceCapacity)
    }

    init(atMost limit: Int, countedBy claim: MemoryClaim) {
        self.limit = limit
        self.claim = claim
    }

    /// Appends all of `samples`, or none of them and sets ``refusal``.
    mutating func append(_ samples: Span<Float>) {
        guard refusal == nil, makeRoom(for: samples.count) else { return }
        samples.withUnsafeBufferPointer { source in
            var taken = 0
            while taken < source.count {
                let place = count % Self.pieceCapacity
                let part = min(source.count - taken, Self.pieceCapacity - place)
                let target = pieces[count / Self.pieceCapacity].pages.samples + place
                target.update(from: source.baseAddress! + taken, count: part)
                taken += part
                count += part
            }
        }
    }

    private mutating func makeRoom(for added: Int) -> Bool {
        guard added <= limit - count else {
            refusal = .tooMany
            return false
        }
        while pieces.count * Self.pieceCapacity < count + added {
            guard claim.grow(by: Self.pieceCapacity * Self.sampleSize) else {
                refusal = .overBudget
                return false
            }
            pieces.append(Piece())
        }
        return true
    }

    /// Moves the samples to a new store, which keeps the claim.
    ///
    /// Each piece is freed once it is copied, and so at most one piece exists twice at a time.
    consuming func moveToStore() -> SampleStore {
        let channels = AudioFormat.pipelineChannelCount
        let store = SampleStore(capacity: count / channels, countedBy: claim)
        var left = count
        pieces.reverse()
        while let piece = pieces.popLast() {
            let part = min(left, Self.pieceCapacity)
            _ = store.append(UnsafeBufferPointer(start: piece.pages.samples, count: part).span)
            left -= part
        }
        claim.shrink(to: count * Self.sampleSize)
        store.finish()
        return store
    }
}
