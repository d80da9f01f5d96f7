import MediaTime

/// Finds the breaks of a stream in its cues, whatever channels carried them.
///
/// The same cue any number of times is one break, and so is a break that several channels announce
/// at about the same position. A cue that names another time for a break that has not begun moves
/// it; the last one counts. Of several channels, the most exact one counts: SCTE-35 before tags of a
/// playlist, these before timed ID3, that before ICY.
///
/// A value that decides, on nobody's thread: the owner gives it each cue as soon as it is known, and
/// the position of the ear as that proceeds.
package struct CueBook: Sendable {
    package let rules: CueRules
    /// The stream's frame that is heard: all before it is decided.
    package private(set) var now = FrameTime.zero
    /// The break that has begun and not ended.
    package internal(set) var open: StreamBreak?
    /// The breaks that have not begun, in the order in which they will.
    package internal(set) var announced: [StreamBreak] = []
    /// The latest breaks that are over or were left out.
    var past: [Past] = []
    var count = 0

    /// A break that is over or was left out.
    struct Past {
        var one: StreamBreak
        /// Markers of it may be repeated up to here.
        var reach: FrameTime
    }

    /// The most breaks that may be announced at a time.
    package static let mostAnnounced = 64
    /// How many past breaks are remembered, so that their markers, which a playlist repeats, mean
    /// nothing new.
    static let mostRemembered = 256

    package init(rules: CueRules = CueRules()) { self.rules = rules }

    /// The position at which ``advance(to:)`` has to be called, at the latest; `nil` if nothing
    /// happens by itself.
    package var deadline: FrameTime? { open?.end(by: rules) ?? announced.first?.begin }

    /// All that is not past, in the order in which it is heard.
    var known: [StreamBreak] { (open.map { [$0] } ?? []) + announced }

    var tolerance: Int { max(0, rules.tolerance.frameCount) }

    /// The ear has reached `position`. A position before ``now`` changes nothing: what was decided
    /// stands when somebody listens to it again.
    package mutating func advance(to position: FrameTime) -> [BreakNews] {
        var news: [BreakNews] = []
        while let deadline, deadline <= position {
            now = max(now, deadline)
            if let current = open {
                news.append(.ended(current, ending(of: current)))
                open = nil
                remember(current)
            } else {
                news.append(begin(announced.removeFirst()))
            }
        }
        now = max(now, position)
        return news
    }

    private func ending(of current: StreamBreak) -> BreakNews.Ending {
        if let marked = current.markedEnd {
            let stated = current.duration.map { current.markedBegin + $0.frameCount }
            return stated.map { marked + tolerance < $0 } == true ? .early : .whole
        }
        return current.returnsByItself && current.duration.map { $0 <= rules.longest } == true
            ? .whole : .unmarked
    }

    private mutating func begin(_ next: StreamBreak) -> BreakNews {
        var next = next
        next.begin = max(next.begin, now)
        guard next.end(by: rules) > now else {
            remember(next)
            return .dropped(next, .behind)
        }
        open = next
        return .started(next)
    }

    mutating func remember(_ old: StreamBreak) {
        let end = old.end(by: rules)
        let reach = old.duration == nil ? end : max(end, old.plannedEnd(by: rules))
        past.append(Past(one: old, reach: reach))
        if past.count > Self.mostRemembered { past.removeFirst() }
    }
}
