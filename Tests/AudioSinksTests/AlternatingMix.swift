import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestSignals

/// A mix that plays one of two sounds, each of whose samples says which frame of which it is, and
/// changes from one to the other where a sink says that it can.
struct AlternatingMix {
    /// What the second sound's samples count from.
    static let offset = 8_000_000

    let mix = PublishedMix()
    private let sounds: [SampleStore]
    private let frameCount: Int
    /// Where the sound changes, beginning with the first sound at frame 0.
    private(set) var changes: [FrameTime] = [.zero]
    /// Answers of the sink that were dealt with.
    private var answered = 0
    /// The number of the plan that was published last, and of the one that the sink took last.
    private var published = 0
    private var adopted = 0

    init(frameCount: Int) {
        self.frameCount = frameCount
        sounds = [
            IndexedSound.signal(frameCount: frameCount).stored(),
            IndexedSound.signal(frameCount: frameCount, first: 1 + Self.offset).stored(),
        ]
        publish(from: .zero)
    }

    /// Asks `sink` for a change, and goes on as it answers until the change is heard.
    ///
    /// Returns `false` if it was not.
    mutating func change(_ sink: some AudioSink, _ log: ReportLog) -> Bool {
        let before = changes
        sink.requestSwitch()
        while let answer = nextAnswer(log, after: changes.count > before.count ? changes.last : nil)
        {
            guard case .change(let frame) = answer else { return true }
            changes = before + [frame]
            publish(from: frame)
            sink.mixChanged()
        }
        return false
    }

    private enum Answer {
        case change(FrameTime)
        case heard
    }

    /// The next frame that the sink names, unless `change` is heard before.
    private mutating func nextAnswer(_ log: ReportLog, after change: FrameTime?) -> Answer? {
        log.wait { takeReports(from: log, after: change) }
    }

    /// Takes in what `log` has got since, up to an answer.
    private mutating func takeReports(from log: ReportLog, after change: FrameTime?) -> Answer? {
        for report in log.reports(from: answered) {
            answered += 1
            switch report {
            case .switchable(let frame), .refused(let frame): return .change(frame)
            case .adopted(let plan): adopted = max(adopted, plan)
            case .heard(let frame):
                // What is heard before the sink has seen the plan is something else.
                if let change, frame > change, adopted >= published { return .heard }
            case .starved, .exhausted, .underrun, .late, .volume, .lost,
                .restored, .held, .released, .failed:
                break
            }
        }
        return nil
    }

    private mutating func publish(from frame: FrameTime) {
        // The test must not keep the sound server from working.
        let clips = changes.indices.suffix(64).map { index in
            let end = index + 1 < changes.count ? changes[index + 1] : FrameTime(Int64(frameCount))
            return Clip(
                source: sounds[index % 2].handle, output: FrameRange(changes[index], end),
                sourceStart: changes[index])
        }
        let plan = MixPlan(validFrom: frame, clips: clips)
        published = mix.publish(plan, keeping: sounds)
    }

    /// The first place where `heard`, of either sound, does not go on with the next frame of the
    /// mix, in words.
    static func gap(in heard: [Int?]) -> String? {
        let frames = heard.map { index in index.map { ($0 - 1) % offset + 1 } }
        guard let first = frames.first ?? nil else { return "nothing heard" }
        return IndexedSound.difference(frames, Array(first..<first + frames.count))
    }

    /// What should be heard: as many frames as `count`.
    func expected(count: Int) -> [Int] {
        var next = 1
        return (0..<count).map { frame in
            if next < changes.count, changes[next].frames <= frame { next += 1 }
            return 1 + frame + (next % 2 == 0 ? Self.offset : 0)
        }
    }

    /// The first place where `heard`, which begins with any frame of the mix, is not what should
    /// be, in words; it may go on for longer than `count` frames of the mix. In `late` the other
    /// sound may be heard instead, but no other frame of it. What is `nil` was lost by the server.
    func difference(_ heard: [Int?], count: Int, late: [FrameRange]) -> String? {
        guard let number = heard.first ?? nil, number > 0 else { return "nothing heard" }
        let first = (number - 1) % Self.offset
        var expected = Array(expected(count: count).dropFirst(first))
        for range in late {
            let places = Int(range.start.frames) - first..<Int(range.end.frames) - first
            for place in places.clamped(to: 0..<min(expected.count, heard.count))
            where heard[place].map({ abs($0 - expected[place]) }) == Self.offset {
                expected[place] = heard[place]!
            }
        }
        return IndexedSound.difference(heard, expected)
    }
}
