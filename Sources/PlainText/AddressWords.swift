/// Finds where the names and passwords of addresses in a text end.
///
/// Keeps what it found of the word and the authority that it looked at last, so that any number of
/// questions, each about a later place than the one before, takes time in proportion to the text.
struct AddressWords {
    private let bytes: [UInt8]
    private var word = Stretch()
    private var authority = Stretch()
    /// The first `@` from some place before it on.
    private var nextAt = -1

    /// Bytes up to an end, and the last places in them of what matters.
    private struct Stretch {
        /// Nothing was looked at.
        var end = -1
        var lastAt = -1
        var lastColon = -1
        var lastBracket = -1
        /// The last byte that is no digit.
        var lastOther = -1
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Where the `@` stands that ends the name and password of the authority that begins at `start`;
    /// `nil` if there is none. `start` is not before that of the last question.
    mutating func endOfUserInfo(from start: Int) -> Int? {
        if word.end < start { word = stretch(from: start) { $0 <= 0x20 || $0 == 0x7F } }
        if authority.end < start {
            let wordEnd = word.end
            authority = stretch(from: start, before: wordEnd) { "/?#\\".utf8.contains($0) }
        }
        if authority.lastAt >= start { return authority.lastAt }
        guard hasImpossiblePort(from: start) else { return nil }
        return word.lastAt >= start ? word.lastAt : firstAt(from: word.end)
    }

    /// Whether what should be a port is none: then it may be the beginning of a password.
    private func hasImpossiblePort(from start: Int) -> Bool {
        authority.lastColon >= start && authority.lastBracket < start
            && authority.lastOther > authority.lastColon
    }

    private mutating func firstAt(from start: Int) -> Int? {
        if nextAt < start {
            nextAt = bytes[start...].firstIndex(of: UInt8(ascii: "@")) ?? bytes.count
        }
        return nextAt < bytes.count ? nextAt : nil
    }

    private func stretch(
        from start: Int, before limit: Int? = nil, until isEnd: (UInt8) -> Bool
    ) -> Stretch {
        var stretch = Stretch()
        var place = start
        while place < limit ?? bytes.count, !isEnd(bytes[place]) {
            switch bytes[place] {
            case UInt8(ascii: "@"): stretch.lastAt = place
            case UInt8(ascii: ":"): stretch.lastColon = place
            case UInt8(ascii: "]"): stretch.lastBracket = place
            case _: break
            }
            if !(0x30...0x39).contains(bytes[place]) { stretch.lastOther = place }
            place += 1
        }
        stretch.end = place
        return stretch
    }
}
