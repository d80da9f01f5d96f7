import AdCues
import MediaTime
import TestSignals
import Testing

@Suite("A cue book, in random courses of cues")
struct CueBookScenarioTests {
    private static let seeds = 0..<1000

    @Test("opens one break at a time, ends each that it began, and none is longer than the longest")
    func invariants() {
        for seed in Self.seeds {
            var random = SeededRandom(seed: UInt64(seed))
            var course = Course()
            for _ in 0..<60 { course.step(&random) }
            course.finish()
            #expect(course.complaints.isEmpty, "seed \(seed): \(course.complaints)")
        }
    }

    @Test("finds the same breaks however often and in what order the cues of a playlist come")
    func order() {
        for seed in Self.seeds {
            var random = SeededRandom(seed: UInt64(seed))
            let cues = Self.playlist(&random)
            let breaks = Self.heard(cues)
            let repeated = (cues + cues + cues).shuffled(using: &random)
            #expect(Self.heard(repeated) == breaks, "seed \(seed)")
        }
    }

    /// Breaks a minute apart, each announced on one to three channels, within a second.
    private static func playlist(_ random: inout SeededRandom) -> [Cue] {
        (1...5).flatMap { index in
            let begin = FrameTime(.seconds(60 * index))
            let length = Duration.seconds(Int.random(in: 5...40, using: &random))
            let sources = Cue.Source.allCases.shuffled(using: &random)
                .prefix(Int.random(in: 1...3, using: &random))
            return sources.map { source in
                Cue(
                    id: Bool.random(using: &random) ? "\(index)" : nil, .out(duration: length),
                    at: begin + Int.random(in: 0...48_000, using: &random), source: source)
            }
        }
    }

    private static func heard(_ cues: [Cue]) -> [FrameRange] {
        var book = CueBook()
        for cue in cues { _ = book.receive(cue) }
        return book.advance(to: FrameTime(.seconds(1000))).compactMap { news in
            guard case .ended(let one, .whole) = news else { return nil }
            return FrameRange(one.begin, one.end(by: book.rules))
        }
    }
}

/// A book under random cues, and what is wrong with its news.
private struct Course {
    var book = CueBook()
    var complaints: [String] = []
    /// The breaks that were announced, and have neither begun nor been left out.
    private var announced: Set<Int> = []
    private var open: StreamBreak?

    mutating func step(_ random: inout SeededRandom) {
        let ear = book.now + Int.random(in: 0...960_000, using: &random)
        guard Bool.random(using: &random) else { return check(book.advance(to: ear)) }
        let length =
            Bool.random(using: &random)
            ? Duration.seconds(Int.random(in: -1...900, using: &random)) : nil
        let kinds: [Cue.Kind] = [
            .out(duration: length), .out(duration: length), .in, .cancel,
            .continue(elapsed: .seconds(Int.random(in: -5...50, using: &random)), duration: length),
        ]
        var cue = Cue(
            id: Bool.random(using: &random) ? "\(Int.random(in: 0...5, using: &random))" : nil,
            kinds.randomElement(using: &random) ?? .in,
            at: book.now + Int.random(in: -1_440_000...2_880_000, using: &random),
            source: Cue.Source.allCases.randomElement(using: &random) ?? .hls)
        cue.isOneAd = Int.random(in: 0...4, using: &random) == 0
        cue.returnsByItself = Bool.random(using: &random)
        check(book.receive(cue))
        check(book.receive(cue).filter { $0 != .ignored(.unknown) })
    }

    /// All breaks end once nothing is announced any more.
    mutating func finish() {
        check(book.advance(to: book.now + 48_000 * 700 * 70))
        if open != nil || !announced.isEmpty { complaints.append("a break did not end") }
    }

    private mutating func check(_ news: [BreakNews]) {
        for item in news { check(item) }
        if book.deadline.map({ $0 <= book.now }) == true { complaints.append("a deadline is past") }
        if book.open?.number != open?.number { complaints.append("the open break is another one") }
    }

    private mutating func check(_ item: BreakNews) {
        switch item {
        case .announced(let one): announced.insert(one.number)
        case .started(let one):
            if announced.remove(one.number) == nil { complaints.append("\(one.number) began") }
            if open != nil { complaints.append("\(one.number) began inside another") }
            open = one
        case .ended(let one, let ending):
            if open?.number != one.number { complaints.append("\(one.number) ended") }
            open = nil
            let most = book.rules.longest + book.rules.grace
            if ending != .cancelled, one.end(by: book.rules) - one.begin > most.frameCount {
                complaints.append("\(one.number) is too long")
            }
        case .cancelled(let one):
            if announced.remove(one.number) == nil { complaints.append("\(one.number) cancelled") }
        case .dropped(let one, _): announced.remove(one.number)
        case .merged, .ignored, .changed, .extended, .shortened: break
        }
    }
}
