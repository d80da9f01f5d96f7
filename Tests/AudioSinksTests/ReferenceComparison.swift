/// Finds the frames that a server lost in a recording with the tested stream on the left and a
/// ``ReferenceStream`` on the right.
struct ReferenceComparison {
    /// The indices of the tested stream. Silence is left out, and each frame that the server lost is
    /// `nil`.
    private(set) var indices: [Int?] = []

    /// The number of reference frames lost since the last frame of the tested stream.
    private var referenceLossCount = 0
    private var lastReference = 0
    private var lastIndex: Int?
    private var lostCycleCount = 0

    /// The number of frames that PipeWire plays at a time for the player's stream.
    private static let cycle = 256
    /// More whole cycles than this cannot be the server's losses.
    private static let mostLostCycles = 8
    /// A larger distance is a change to the other sound.
    private static let farthestLoss = 1_000_000

    init(_ recording: [Float]) {
        for frame in 0..<recording.count / 2 {
            let reference = Int(recording[2 * frame + 1] * 16_777_216)
            if reference != 0 { noteReference(reference) }
            let index = Int(recording[2 * frame] * 16_777_216)
            if index != 0 { note(index) }
        }
    }

    private mutating func noteReference(_ reference: Int) {
        if lastReference > 0 { referenceLossCount += max(0, reference - lastReference - 1) }
        lastReference = reference
    }

    private mutating func note(_ index: Int) {
        // Losses before the tested stream began are irrelevant.
        if let lastIndex {
            indices += repeatElement(nil, count: lossCount(after: lastIndex, index))
        }
        referenceLossCount = 0
        lastIndex = index
        indices.append(index)
    }

    /// How many of the frames missing between two frames of the tested stream the server has lost:
    /// those missing from the reference as well, and a few whole cycles, because the server is
    /// sometimes late with one stream only.
    private mutating func lossCount(after last: Int, _ next: Int) -> Int {
        let count = next - last - 1
        guard abs(count) < Self.farthestLoss else { return referenceLossCount }
        guard count > 0, count != referenceLossCount else { return max(0, count) }
        let cycleCount = count / Self.cycle
        guard count % Self.cycle == 0, lostCycleCount + cycleCount <= Self.mostLostCycles else {
            return 0
        }
        lostCycleCount += cycleCount
        return count
    }
}
