/// Finds where a new connection to a live stream has brought all that the last one brought.
///
/// A station begins with the last seconds of its stream, so what comes first was mostly heard
/// already. The search is told packet by packet what comes, and says when the last that is known
/// has come again: the next one is the first that is new.
///
/// Packets may repeat, those of silence or of a programme that goes round, so a single one proves
/// nothing unless there is no other like it, and of all runs of packets that are known the longest
/// one counts: where the stream goes on is where that run comes to the tail's end.
package struct SpliceSearch: Sendable {
    package enum Verdict: Hashable, Sendable {
        case undecided
        /// What came up to here was there before, and nothing is missing: the next one is new.
        case seam
        /// The new connection does not go on where the last one ended, as far as can be known.
        case noSeam
    }

    /// So many packets in a row that are all unknown are the sound of another time. The first ones
    /// may be what a reader makes of the middle of a packet.
    private static let strangerLimit = 4
    /// So many packets in a row are no accident, even if there are others like each of them.
    private static let runLimit = 8
    /// What a station has ready has come within this time.
    private static let patience = Duration.seconds(2)

    private let tail: [PacketFingerprint]
    /// For each packet of the tail, how many up to it are the ones that came last.
    private var runs: [Int]
    /// How long a run at the tail's end has to be to count.
    private let sufficientRun: Int
    private var strangerCount = 0
    /// Packets that may still come until there are more than the tail and a few strangers.
    private var left: Int

    package init(in tail: PacketTail) {
        let fingerprints = tail.fingerprints
        self.tail = fingerprints
        runs = [Int](repeating: 0, count: fingerprints.count)
        let counts = Dictionary(fingerprints.map { ($0, 1) }, uniquingKeysWith: +)
        let repeated = fingerprints.reversed().prefix { counts[$0] != 1 }.count
        sufficientRun = min(repeated + 1, Self.runLimit)
        left = fingerprints.count + Self.strangerLimit
    }

    /// Whether the packets that came last were all there before, and no accident.
    package var isWithinTail: Bool { (runs.max() ?? 0) >= Self.runLimit }

    /// Says what the next packet of the new connection means, which comes when `elapsed` has passed
    /// since the first one did.
    package mutating func look(
        at packet: PacketFingerprint, after elapsed: Duration
    ) -> Verdict {
        var longest = 0
        for index in tail.indices.reversed() {
            let before = index > 0 ? runs[index - 1] : 0
            runs[index] = tail[index] == packet ? before + 1 : 0
            longest = max(longest, runs[index])
        }
        if let last = runs.last, last >= sufficientRun, last == longest { return .seam }
        strangerCount = longest == 0 ? strangerCount + 1 : 0
        left -= 1
        return strangerCount >= Self.strangerLimit || left < 0 || elapsed > Self.patience
            ? .noSeam : .undecided
    }
}
