import AudioDecoding
import Interlude
import MediaTime

/// The levels of a session from its start, in bounded memory.
///
/// Each place covers 100 ms at first. After ``capacity`` places, nearly two hours, neighbouring
/// places are merged, and each covers twice as much.
package struct LevelHistory: Hashable, Sendable {
    /// The levels of the output frames of one place.
    struct Level: Hashable, Sendable {
        /// The sum of `count` mean squares of the K-weighted audio, each over the 400 ms that end with
        /// a tenth of a second.
        fileprivate(set) var energy: Float = 0
        fileprivate(set) var count: Int32 = 0
        /// The highest true peak in dBTP.
        fileprivate(set) var truePeak = -Float.infinity

        /// In LUFS; `nil` without a measurement.
        var loudness: Double? {
            count > 0 ? LoudnessGate.loudness(of: Double(energy) / Double(count)) : nil
        }

        fileprivate mutating func add(_ other: Level) {
            energy += other.energy
            count += other.count
            truePeak = max(truePeak, other.truePeak)
        }
    }

    /// The limit on places, which take less than a megabyte.
    static let capacity = 1 << 16

    /// The distance from the middle of a measurement to the middle of its place.
    static let delay = shortest * 3 / 2

    private static let shortest = FrameTime.rate / 10

    /// Place n has the output frames from n × ``framesPerPlace`` on.
    private(set) var levels: [Level] = []
    private(set) var framesPerPlace = shortest

    package init() {}

    /// Adds a measurement. Call in the order of frames.
    package mutating func add(_ level: HeardLevel) {
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

    /// The gated loudness (ITU-R BS.1770-4) of `ranges` in LUFS; `nil` without a measurement wholly
    /// inside and above the gates.
    func loudness(in ranges: [FrameRange]) -> Double? {
        let energies = ranges.flatMap { range in
            places(in: FrameRange(range.start + 3 * Self.shortest, range.end)).compactMap {
                levels[$0].count > 0 ? Double(levels[$0].energy) / Double(levels[$0].count) : nil
            }
        }
        return LoudnessGate.loudness(of: energies, fewest: 1)
    }

    /// The highest true peak in dBTP of the places wholly in `range`.
    func truePeak(in range: FrameRange) -> Double? {
        let peak = places(in: range).map { levels[$0].truePeak }.max() ?? -.infinity
        return peak.isFinite ? Double(peak) : nil
    }

    /// The places wholly in `range`.
    private func places(in range: FrameRange) -> Range<Int> {
        let first = (Int(range.start.frames) + framesPerPlace - 1) / framesPerPlace
        let end = min(Int(range.end.frames) / framesPerPlace, levels.count)
        return min(first, end)..<end
    }
}
