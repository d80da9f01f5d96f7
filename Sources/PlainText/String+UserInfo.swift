extension String {
    /// The text with `***@` in place of the name and password of each address in it.
    ///
    /// Also of one that cannot be read as an address, as where a password holds a slash: rather too
    /// much is hidden than a part of a password shown.
    package var hidingPasswords: String { replacingUserInfo(with: "***@") }

    /// The text without the name and password of each address in it.
    package var withoutUserInfo: String { replacingUserInfo(with: "") }

    private func replacingUserInfo(with mark: String) -> String {
        guard utf8.contains(UInt8(ascii: "@")) else { return self }
        let bytes = Array(utf8)
        var shown: [UInt8] = []
        var rest = 0
        var position = 0
        while position < bytes.count {
            guard let start = bytes.authority(afterColonAt: position) else {
                position += 1
                continue
            }
            position = start
            guard let at = bytes.endOfUserInfo(from: start) else { continue }
            shown += bytes[rest..<start] + mark.utf8
            (rest, position) = (at + 1, at + 1)
        }
        return String(decoding: shown + bytes[rest...], as: UTF8.self)
    }
}

extension [UInt8] {
    /// Where the authority of an address begins whose scheme ends at `index`; `nil` if none does.
    fileprivate func authority(afterColonAt index: Int) -> Int? {
        guard self[index] == UInt8(ascii: ":") else { return nil }
        let start = self[(index + 1)...].firstIndex { $0 != UInt8(ascii: "/") } ?? count
        return start - index > 2 || endsWithWebScheme(at: index) ? start : nil
    }

    /// Whether `http` or `https` stands before `index`.
    private func endsWithWebScheme(at index: Int) -> Bool {
        let letters = self[..<index].suffix(5).map { $0 | 0x20 }
        return letters.suffix(4).elementsEqual("http".utf8) || letters.elementsEqual("https".utf8)
    }

    /// Where the `@` stands that ends the name and password of the authority that begins at `start`.
    fileprivate func endOfUserInfo(from start: Int) -> Int? {
        let word = self[start...].prefix { $0 > 0x20 && $0 != 0x7F }
        let authority = word.prefix { !"/?#\\".utf8.contains($0) }
        let at = UInt8(ascii: "@")
        if let end = authority.lastIndex(of: at) { return end }
        guard authority.hasImpossiblePort else { return nil }
        return word.lastIndex(of: at) ?? self[word.endIndex...].firstIndex(of: at)
    }
}

extension ArraySlice<UInt8> {
    /// Whether what should be a port is none: then it may be the beginning of a password.
    fileprivate var hasImpossiblePort: Bool {
        guard let colon = lastIndex(of: UInt8(ascii: ":")), !contains(UInt8(ascii: "]")) else {
            return false
        }
        return !self[(colon + 1)...].allSatisfy { (0x30...0x39).contains($0) }
    }
}
