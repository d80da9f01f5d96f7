extension String {
    /// The text with `***@` in place of the name and password of each address in it.
    ///
    /// Covers malformed addresses too, for example with a slash in the password: hiding too much is
    /// better than showing part of a password. Takes linear time.
    package var hidingPasswords: String { replacingUserInfo(with: "***@") }

    /// The text without the name and password of each address in it.
    package var withoutUserInfo: String { replacingUserInfo(with: "") }

    private func replacingUserInfo(with mark: String) -> String {
        guard utf8.contains(UInt8(ascii: "@")) else { return self }
        let bytes = Array(utf8)
        var words = AddressWords(bytes)
        var shown: [UInt8] = []
        var rest = 0
        var position = 0
        while position < bytes.count {
            guard let start = bytes.authority(afterColonAt: position) else {
                position += 1
                continue
            }
            position = start
            guard let at = words.endOfUserInfo(from: start) else { continue }
            shown += bytes[rest..<start] + mark.utf8
            (rest, position) = (at + 1, at + 1)
        }
        return String(decoding: shown + bytes[rest...], as: UTF8.self)
    }
}

extension [UInt8] {
    /// Where the authority begins of an address whose scheme ends at `index`; `nil` if none does.
    fileprivate func authority(afterColonAt index: Int) -> Int? {
        guard self[index] == UInt8(ascii: ":") else { return nil }
        let start = self[(index + 1)...].firstIndex { $0 != UInt8(ascii: "/") } ?? count
        return start - index > 2 || endsWithWebScheme(at: index) ? start : nil
    }

    /// Whether `http` or `https` precedes `index`.
    private func endsWithWebScheme(at index: Int) -> Bool {
        let letters = self[..<index].suffix(5).map { $0 | 0x20 }
        return letters.suffix(4).elementsEqual("http".utf8) || letters.elementsEqual("https".utf8)
    }
}
