import MediaTime

/// The breaks that were heard, as long as the playlist has audio of them. A value.
struct HLSBreaks: Hashable {
    private(set) var listed: [Listed] = []
    private var count = 0

    struct Listed: Hashable {
        /// Counted from 1 in the session.
        let number: Int
        var heard: HeardBreak
    }

    /// A break has begun, or has ended.
    mutating func note(_ heard: HeardBreak) {
        if let index = listed.lastIndex(where: {
            $0.heard.name == heard.name && $0.heard.end == nil
        }) {
            listed[index].heard.end = heard.end
        } else {
            count += 1
            listed.append(Listed(number: count, heard: heard))
        }
    }

    /// Forgets the breaks that have ended before `frame`.
    mutating func forget(before frame: FrameTime) {
        listed.removeAll { $0.heard.end.map { $0 <= frame } ?? false }
    }
}
