import AudioDecoding
import Interlude
import MediaTime

/// How loud a session was, from its beginning, in as much detail as there is room for.
///
/// A tenth of a second has a place of its own until there are ``capacity`` of them, which takes
/// nearly two hours; then two places become one, and so on.
struct LevelHistory: Hashable, Sendable {
    /// What was measured of the output frames of one place.
    struct Level: Hashable, Sendable {
        /// The mean square of the K-weighted sound, in the 400 ms that end with a tenth of a second,
        /// added up over `count` of those.
        fileprivate(set) var energy: Float = 0
        fileprivate(set) var count: Int32 = 0
        /// The greatest true peak in dBTP.
        fileprivate(set) var truePeak = -Float.infinity

        /// In LUFS; `nil` where nothing was measured.
        var loudness: Double? {
            count > 0 ? LoudnessGate.loudness(of: Double(energy) / Double(count)) : nil
        }

        fileprivate mutating func add(_ other: Level) {
            energy += other.energy
            count += other.count
            truePeak = max(truePeak, other.truePeak)
        }
    }

    /// How many places there are at most: less than a megabyte.
    static let capacity = 1 << 16

    /// From the middle of what a place's loudness was measured in to the middle of the place.
    static let delay = shortest * 3 / 2

    private static let shortest = FrameTime.rate / 10

    /// Place n holds the output frames from n times ``framesPerPlace`` on.
    private(set) var levels: [Level] = []
    private(set) var framesPerPlace = shortest

    /// Takes in what was measured, in the order of frames.
    mutating func add(_ level: HeardLevel) {
        var place = Int(level.range.start.frames) / framesPerPlace
        while place >= Self.capacity {
            halve()
            place = Int(level.range.start.frames) / framesPerPlace
        }
        while levels.count <= place { levels.append(Level()) }
        let energy = level.loudness.isFinite ? LoudnessGate.energy(of: level.loudness) : 0
        levels[place].add(
            Level(energy: Float(energy), count: 1, truePeak: Float(level.truePeak)))
    }

    private mutating func halve() {
        var half: [Level] = []
        half.reserveCapacity(levels.count / 2 + 1)
        for (index, level) in levels.enumerated() {
            if index % 2 == 0 { half.append(level) } else { half[index / 2].add(level) }
        }
        levels = half
        framesPerPlace *= 2
    }

    /// The loudness of what was heard in `ranges`, by the gates of BS.1770-4, in LUFS; `nil` where
    /// nothing of it was loud enough, or so long that something was measured wholly in it.
    func loudness(in ranges: [FrameRange]) -> Double? {
        let energies = ranges.flatMap { range in
            places(in: FrameRange(range.start + 3 * Self.shortest, range.end)).compactMap {
                levels[$0].count > 0 ? Double(levels[$0].energy) / Double(levels[$0].count) : nil
            }
        }
        return LoudnessGate.loudness(of: energies, fewest: 1)
    }

    /// The greatest true peak in `range` in dBTP, of the places that lie wholly in it.
    func truePeak(in range: FrameRange) -> Double? {
        let peak = places(in: range).map { levels[$0].truePeak }.max() ?? -.infinity
        return peak.isFinite ? Double(peak) : nil
    }

    /// The places that lie wholly in `range`.
    private func places(in range: FrameRange) -> Range<Int> {
        let first = (Int(range.start.frames) + framesPerPlace - 1) / framesPerPlace
        let end = min(Int(range.end.frames) / framesPerPlace, levels.count)
        return min(first, end)..<end
    }
}
