import MediaTime
import Playout
import TestSignals

/// A drawing with random changes at random frames.
struct RandomScenario {
    /// The number of output frames.
    static let frameCount = 12_000

    private(set) var drawing: Drawing
    private var random: SeededRandom
    private var spotCount: UInt64 = 0

    /// The output frame of the last switch.
    private(set) var frame = 0

    init(seed: UInt64, fade: Int) {
        var random = SeededRandom(seed: seed)
        let policy = Policy.allCases.randomElement(using: &random) ?? .mute
        let volume = Self.volumes.randomElement(using: &random) ?? 1
        drawing = Drawing(fade: fade) { arrangement in
            arrangement.volume = volume
            switch policy {
            case .mute: arrangement.underSpots = .muted
            case .hold: arrangement.underSpots = .held
            case .duck:
                arrangement.underSpots = .ducked(
                    gain: 0.2, attackFrameCount: 4 * fade, releaseFrameCount: 8 * fade)
            }
        }
        self.random = random
    }

    private static let volumes: [Float] = [0, 0.3, 1, 1, 1, 1.5, 2]

    /// Continues to the next switch, within fades and across them; `false` at the end.
    mutating func step() -> Bool {
        let fade = drawing.arrangement.fadeFrameCount
        let isSoon = Bool.random(using: &random)
        frame += Int.random(in: 1...(isSoon ? fade : 20 * fade), using: &random)
        guard frame < Self.frameCount else { return false }
        let happenings = Int.random(in: 1...2, using: &random)
        var random = random
        var scenario = self
        drawing.at(frame) { arrangement in
            for _ in 0..<happenings { scenario.happen(to: &arrangement, &random) }
        }
        spotCount = scenario.spotCount
        self.random = random
        return true
    }

    private mutating func happen(
        to arrangement: inout Arrangement, _ random: inout SeededRandom
    ) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: arrangement.volume = Self.volumes.randomElement(using: &random) ?? 1
        case 1: arrangement.spots.removeAll()
        case 2: arrangement.spots.removeAll { $0.range.start > arrangement.start }
        case 3: skip(in: &arrangement)
        case 4: arrangement.programme?.state = .playing
        case 5: arrangement.programme?.state = .waiting
        case 6:
            let isMuted = arrangement.muteMusic != nil
            arrangement.muteMusic = isMuted ? nil : Arrangement.MuteMusic(frameCount: 1_000)
            arrangement.muteMusic?.reach = 2 * Self.frameCount
            arrangement.programme?.state = isMuted ? .playing : .mutedByStreamer
        default: push(to: &arrangement, &random)
        }
    }

    /// The playing spot is replaced by those after it.
    private func skip(in arrangement: inout Arrangement) {
        guard let first = arrangement.spots.first, first.range.start < arrangement.start
        else { return }
        arrangement.spots.removeFirst()
        let shift = first.range.end - arrangement.start
        for index in arrangement.spots.indices {
            let range = arrangement.spots[index].range
            arrangement.spots[index].range = FrameRange(range.start - shift, range.end - shift)
        }
    }

    /// Another spot, which joins the others, follows after a gap, or begins a break.
    private mutating func push(
        to arrangement: inout Arrangement, _ random: inout SeededRandom
    ) {
        spotCount += 1
        let fade = arrangement.fadeFrameCount
        let isApart = Int.random(in: 0..<4, using: &random) == 0
        let gap = isApart ? Int.random(in: 1...3 * fade, using: &random) : 0
        let start = max(arrangement.spots.last?.range.end ?? .zero, arrangement.start) + gap
        let count = Int.random(in: 1...12 * fade, using: &random)
        arrangement.spots.append(
            .init(voice: .spot(token: spotCount), range: FrameRange(start, count: count)))
    }
}
