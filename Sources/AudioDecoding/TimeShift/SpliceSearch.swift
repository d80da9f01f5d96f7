/// Finds the first packet of a new connection to a live stream that the last connection did not
/// deliver.
///
/// A station starts each connection with the last seconds of its stream, and most of those are
/// already known. The search inspects the packets one by one, and reports when the last known
/// packet has come again: the next one is new.
///
/// Packets may repeat, for example in silence or in a looping programme. A single match therefore
/// counts only if the packet is unique. Of all runs of known packets the longest counts: the stream
/// continues where that run reaches the end of the tail.
package struct SpliceSearch: Sendable {
    package enum Verdict: Hashable, Sendable {
        case undecided
        /// All packets up to here are known and none is missing: the next one is new.
        case seam
        /// No point was found at which the new connection continues the last one.
        case noSeam
    }

    /// This many consecutive unknown packets are from another time of the stream. Fewer may result
    /// from a connection that starts in the middle of a packet.
    private static let strangerLimit = 4
    /// This many consecutive known packets are no coincidence, even if none of them is unique.
    private static let runLimit = 8
    /// A station delivers its buffered past within this time.
    private static let timeLimit = Duration.seconds(2)

    private let tail: [PacketFingerprint]
    /// For each packet of the tail, how many packets up to it match the latest ones.
    private var runs: [Int]
    /// How many packets a run at the tail's end needs to count.
    private let sufficientRun: Int
    private var strangerCount = 0
    /// How many more packets may come: in all, the tail and a few unknown ones.
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

    /// Whether the latest packets are all known, and too many to be a coincidence.
    package var isWithinTail: Bool { (runs.max() ?? 0) >= Self.runLimit }

    /// Inspects the next packet of the new connection. It arrived `elapsed` after the first one.
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
        return strangerCount >= Self.strangerLimit || left < 0 || elapsed > Self.timeLimit
            ? .noSeam : .undecided
    }
}
