import AdCues
import MediaTime
import Testing

/// Cues as text, one after another: `EAR SOURCE[.ID] KIND@POSITION[-ELAPSED][+DURATION][!][*]`, or
/// `EAR` alone. All are seconds of the stream. `!` is a break whose end has to be marked, `*` a marker
/// of one ad.
struct CueScript {
    enum Step: Hashable {
        case ear(FrameTime)
        case cue(Cue)
    }

    let steps: [Step]

    init(_ lines: [String]) throws {
        steps = try lines.flatMap { line -> [Step] in
            let words = line.split(separator: " ")
            let ear = Step.ear(FrameTime(.seconds(try #require(Int(words[0])))))
            return words.count == 1 ? [ear] : [ear, .cue(try Self.cue(words[1], words[2]))]
        }
    }

    private static func cue(_ origin: Substring, _ what: Substring) throws -> Cue {
        let names = origin.split(separator: ".")
        let source = try #require(Cue.Source(rawValue: String(names[0])))
        let match = try #require(
            what.wholeMatch(
                of:
                    /([a-z]+)@(\d+)(?:-(?<elapsed>\d+))?(?:\+(?<duration>\d+))?(?<marked>!)?(?<ad>\*)?/
            ))
        let elapsed = match.elapsed.flatMap { Int($0) }.map { Duration.seconds($0) }
        let duration = match.duration.flatMap { Int($0) }.map { Duration.seconds($0) }
        let kind: Cue.Kind =
            switch match.1 {
            case "out": .out(duration: duration)
            case "cont": .continue(elapsed: elapsed, duration: duration)
            case "in": .in
            default: .cancel
            }
        var cue = Cue(
            id: names.count > 1 ? String(names[1]) : nil, kind,
            at: FrameTime(.seconds(try #require(Int(match.2)))), source: source)
        cue.returnsByItself = match.marked == nil
        cue.isOneAd = match.ad != nil
        return cue
    }

    /// What a book finds out, in words: a break is `NUMBER BEGIN-END`.
    func news(_ rules: CueRules = CueRules()) -> [String] {
        var book = CueBook(rules: rules)
        return steps.flatMap { step in
            switch step {
            case .ear(let position): book.advance(to: position)
            case .cue(let cue): book.receive(cue)
            }
        }.map { $0.words(by: rules) }
    }
}

extension BreakNews {
    func words(by rules: CueRules) -> String {
        func span(_ one: StreamBreak) -> String {
            "\(one.number) \(Self.seconds(one.begin))-\(Self.seconds(one.end(by: rules)))"
        }
        return switch self {
        case .merged(let number): "merged \(number)"
        case .ignored(let reason): "ignored \(reason)"
        case .announced(let one): "announced \(span(one))"
        case .changed(let one): "changed \(span(one))"
        case .started(let one): "started \(span(one))"
        case .extended(let one): "extended \(span(one))"
        case .shortened(let one): "shortened \(span(one))"
        case .ended(let one, let ending): "ended \(span(one)) \(ending)"
        case .cancelled(let one): "cancelled \(one.number)"
        case .dropped(let one, let reason): "dropped \(one.number) \(reason)"
        }
    }

    private static func seconds(_ frame: FrameTime) -> String {
        frame.frames % Int64(FrameTime.rate) == 0
            ? "\(frame.frames / Int64(FrameTime.rate))" : "\(frame.seconds)"
    }
}
