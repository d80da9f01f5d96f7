import AudioMixing
import MediaTime
import Playout

/// A timeline that is laid out again and again from one frame after another, as in a session.
struct Drawing {
    static let stream = Voice.stream(generation: 1)
    static let fade = 384

    private(set) var timeline = OutputTimeline()
    private(set) var arrangement: Arrangement

    /// The output frames of the layouts.
    private(set) var switches: [FrameTime] = []

    /// Lays out a stream that plays from its first frame on, changed by `change`.
    init(fade: Int = Self.fade, _ change: (inout Arrangement) -> Void = { _ in }) {
        arrangement = Arrangement(
            start: .zero, programme: .init(voice: Self.stream, position: .zero),
            fadeFrameCount: fade)
        arrangement.programme?.entry = .cut
        change(&arrangement)
        lay()
        arrangement.programme?.entry = .fade
    }

    /// Lays everything out again from output frame `frame` on, changed by `change`.
    mutating func at(_ frame: Int, _ change: (inout Arrangement) -> Void) {
        let start = FrameTime(Int64(frame))
        arrangement.start = start
        arrangement.spots.removeAll { $0.range.end <= start }
        if let programme = arrangement.programme,
            let position = timeline.position(of: programme.voice, at: start)
        {
            arrangement.programme?.position = position
        }
        change(&arrangement)
        lay()
    }

    /// The stream has no samples, or no more, from output frame `frame` on.
    mutating func end(at frame: Int) {
        let frame = FrameTime(Int64(frame))
        arrangement.programme?.position = timeline.position(of: Self.stream, at: frame) ?? .zero
        timeline.end(Self.stream, at: frame)
    }

    private mutating func lay() {
        arrangement.lay(on: &timeline)
        switches.append(arrangement.start)
    }
}

extension Arrangement.PlacedSpot {
    /// Spot `number` in the output frames of `range`.
    static func spot(_ number: UInt64, _ range: Range<Int>) -> Self {
        Self(
            voice: .spot(token: number),
            range: FrameRange(
                FrameTime(Int64(range.lowerBound)), FrameTime(Int64(range.upperBound))))
    }
}
