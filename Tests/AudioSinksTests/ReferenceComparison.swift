/// Finds the frames that a server lost in a recording with the tested stream on the left and a
/// ``ReferenceStream`` on the right.
struct ReferenceComparison {
    /// The indices of the tested stream. Silence is left out, and each frame that the reference
    /// lost is `nil`.
    private(set) var indices: [Int?] = []

    private var lastReference = 0

    init(_ recording: [Float]) {
        for frame in 0..<recording.count / 2 {
            let reference = Int(recording[2 * frame + 1] * 16_777_216)
            if reference != 0 { noteReference(reference) }
            let index = Int(recording[2 * frame] * 16_777_216)
            if index != 0 { indices.append(index) }
        }
    }

    private mutating func noteReference(_ reference: Int) {
        let lostCount = reference - lastReference - 1
        // What was lost before the tested stream began says nothing of it.
        if lastReference > 0, lostCount > 0, !indices.isEmpty {
            indices += repeatElement(nil, count: lostCount)
        }
        lastReference = reference
    }
}
