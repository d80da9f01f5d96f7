import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestSignals

/// A mix that plays one of two sounds, and alternates between them where a sink allows it. Each
/// sample encodes its sound and its frame.
struct AlternatingMix {
    /// The offset of the second sound's samples.
    static let offset = 8_000_000

    let mix = PublishedMix()
    private let sounds: [SampleStore]
    private let frameCount: Int
    /// The changes of sound, beginning with the first sound at frame 0.
    private(set) var changes: [FrameTime] = [.zero]
    /// The number of handled answers of the sink.
    private var answered = 0
    /// The number of the last published plan, and of the last adopted one.
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

    /// Asks `sink` for a change, and answers it until the change is heard.
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

    /// The next frame that the sink gives, unless `change` is heard before.
    private mutating func nextAnswer(_ log: ReportLog, after change: FrameTime?) -> Answer? {
        log.wait { takeReports(from: log, after: change) }
    }

    /// Handles the new reports in `log`, up to an answer.
    private mutating func takeReports(from log: ReportLog, after change: FrameTime?) -> Answer? {
        for report in log.reports(from: answered) {
            answered += 1
            switch report {
            case .switchable(let frame), .refused(let frame): return .change(frame)
            case .adopted(let plan): adopted = max(adopted, plan)
            case .heard(let frame):
                // Frames heard before the sink has adopted the plan may still be the old sound.
                if let change, frame > change, adopted >= published { return .heard }
            case .starved, .exhausted, .underrun, .late, .volume, .lost,
                .restored, .held, .released, .failed, .listenersLost,
                .listenersBack:
                break
            }
        }
        return nil
    }

    private mutating func publish(from frame: FrameTime) {
        // The test must leave the sound server some time.
        let clips = changes.indices.suffix(64).map { index in
            let end = index + 1 < changes.count ? changes[index + 1] : FrameTime(Int64(frameCount))
            return Clip(
                source: sounds[index % 2].handle, output: FrameRange(changes[index], end),
                sourceStart: changes[index])
        }
        let plan = MixPlan(validFrom: frame, clips: clips)
        published = mix.publish(plan, keeping: sounds)
    }

    /// The first place where `heard`, of either sound, does not continue with the next frame of the
    /// mix, in words.
    static func gap(in heard: [Int?]) -> String? {
        let frames = heard.map { index in index.map { ($0 - 1) % offset + 1 } }
        guard let first = frames.first ?? nil else { return "nothing heard" }
        return IndexedSound.difference(frames, Array(first..<first + frames.count))
    }

    /// The expected frames, as many as `count`.
    func expected(count: Int) -> [Int] {
        var next = 1
        return (0..<count).map { frame in
            if next < changes.count, changes[next].frames <= frame { next += 1 }
            return 1 + frame + (next % 2 == 0 ? Self.offset : 0)
        }
    }

    /// The first difference between `heard` and the expected frames, in words. `heard` may begin at
    /// any frame of the mix, and be longer than `count` frames. In `late` the same frame of the
    /// other sound is accepted too. Frames that are `nil` were lost by the server.
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
