/// Finds where the names and passwords of addresses in a text end.
///
/// Caches the last word and authority that it scanned. Queries must come in increasing order; all
/// together they take time linear in the length of the text.
struct AddressWords {
    private let bytes: [UInt8]
    private var word = Stretch()
    private var authority = Stretch()
    /// The first `@` at or after the place of the last search.
    private var nextAt = -1

    /// The end of a scanned range of bytes, and the last places of delimiters in it.
    private struct Stretch {
        /// -1 before the first scan.
        var end = -1
        var lastAt = -1
        var lastColon = -1
        var lastBracket = -1
        /// The last byte that is not a digit.
        var lastOther = -1
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The place of the `@` that ends the name and password of the authority that begins at
    /// `start`; `nil` if there is none. `start` must not be before that of the previous call.
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

    /// Whether the text in the place of the port is not a number: it may begin a password.
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
