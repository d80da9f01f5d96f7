import MediaTime

/// A pattern for the titles with which one station begins its advertisements.
///
/// A whole title has to match. `*` stands for any text, also for none, and neither case nor white
/// space around the title counts. A length is `{ms}`, milliseconds, or `{s}`, seconds, both in
/// digits, or `{clock}`, as `HH:MM:SS`.
package struct TitlePattern: Hashable, Sendable {
    package let text: String
    private let parts: [Part]

    private enum Part: Hashable {
        case text(String)
        case any
        case length(Unit)
    }

    private enum Unit: String, CaseIterable {
        case milliseconds = "{ms}"
        case seconds = "{s}"
        case clock = "{clock}"
    }

    /// Why a text is no pattern.
    package enum Fault: Error, Hashable {
        case empty
        case tooLong
        /// Every title would match.
        case matchesAll
        case severalLengths
    }

    package static let longest = 200
    /// A title is looked at up to here.
    private static let longestTitle = 1000

    package init(parsing text: String) throws(Fault) {
        self.text = text
        let pattern = text.trimmingSpace.lowercased()
        guard !pattern.isEmpty else { throw .empty }
        guard pattern.count <= Self.longest else { throw .tooLong }
        parts = Self.parts(of: pattern)
        guard parts.contains(where: { if case .text = $0 { true } else { false } }) else {
            throw .matchesAll
        }
        let lengths = parts.count { if case .length = $0 { true } else { false } }
        guard lengths <= 1 else { throw .severalLengths }
    }

    private static func parts(of pattern: String) -> [Part] {
        var parts: [Part] = []
        var literal = ""
        var rest = pattern[...]
        while let first = rest.first {
            let unit = Unit.allCases.first { rest.hasPrefix($0.rawValue) }
            let special: Part? = first == "*" ? .any : unit.map { .length($0) }
            rest = rest.dropFirst(unit?.rawValue.count ?? 1)
            guard let special else {
                literal.append(first)
                continue
            }
            if !literal.isEmpty { parts.append(.text(literal)) }
            literal = ""
            if special != .any || parts.last != .any { parts.append(special) }
        }
        return literal.isEmpty ? parts : parts + [.text(literal)]
    }

    /// What a title that matches says.
    package struct Match: Hashable, Sendable {
        /// `nil` if the pattern has no length.
        package var duration: Duration?
    }

    /// `nil` if `title` does not match.
    package func match(_ title: String) -> Match? {
        let title = Array(title.trimmingSpace.lowercased().prefix(Self.longestTitle))
        // The places that the parts so far may reach, with the length that was read on the way.
        var reached: [Int: Match] = [0: Match()]
        for part in parts {
            var next: [Int: Match] = [:]
            if case .any = part {
                guard let first = reached.min(by: { $0.key < $1.key }) else { return nil }
                for place in first.key...title.count {
                    next[place] = reached[place] ?? next[place - 1] ?? first.value
                }
            } else {
                for (place, match) in reached.sorted(by: { $0.key < $1.key }) {
                    for (end, duration) in Self.ends(of: part, in: title, from: place) {
                        next[end] = Match(duration: duration ?? match.duration)
                    }
                }
            }
            reached = next
        }
        return reached[title.count]
    }

    /// The places at which `part` may end that begins at `start`, with the length that it states.
    private static func ends(
        of part: Part, in title: [Character], from start: Int
    ) -> [(Int, Duration?)] {
        switch part {
        case .any: return []
        case .text(let text):
            let isThere = title[start...].starts(with: text)
            return isThere ? [(start + text.count, nil)] : []
        case .length(let unit):
            let run = title[start...].prefix { character in
                character.isASCIIDigit || (unit == .clock && ":.".contains(character))
            }
            return (0..<min(run.count, 15)).compactMap { count in
                let read = String(run.prefix(count + 1))
                return duration(read, in: unit).map { (start + count + 1, $0) }
            }
        }
    }

    private static func duration(_ text: String, in unit: Unit) -> Duration? {
        switch unit {
        case .milliseconds: return Duration(milliseconds: text)
        case .seconds: return text.count <= 6 ? Duration(milliseconds: text + "000") : nil
        case .clock: return Duration(clock: text)
        }
    }
}

/// Finds the advertisements of a station in the titles of its stream.
///
/// They end with the next title that is none of an advertisement; the length in the title is only
/// the net.
package struct TitleCues: Hashable, Sendable {
    private let patterns: [TitlePattern]
    private var isInBreak = false

    package init(_ patterns: [TitlePattern]) {
        self.patterns = patterns
    }

    /// The cue of a title that is valid from `position` on; `nil` if it means nothing for breaks.
    package mutating func receive(_ title: String, at position: FrameTime) -> Cue? {
        let match = patterns.lazy.compactMap { $0.match(title) }.first
        if let match {
            isInBreak = true
            return Cue(
                .out(duration: match.duration ?? ICYAd.usualLength), at: position, source: .icy)
        }
        guard isInBreak, title.contains(where: { !$0.isWhitespace }) else { return nil }
        isInBreak = false
        return Cue(.in, at: position, source: .icy)
    }
}
