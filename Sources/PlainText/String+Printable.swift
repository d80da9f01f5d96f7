extension String {
    /// How many scalars of a line are printed by default.
    package static let printableLimit = 4000

    /// The text made safe to print: it cannot move the cursor or reorder the text beside it, and no
    /// address in it shows a password.
    ///
    /// Has at most `limit` scalars: a longer text keeps its beginning and its end, with `…` between
    /// them. A run of unprintable scalars becomes one space. Everything that is printed passes
    /// through here. Idempotent.
    package func printable(limit: Int = printableLimit) -> String {
        if isPlain, utf8.count <= limit { return self }
        var shown = String.UnicodeScalarView()
        var marks = 0
        var isBlank = false
        for scalar in hidingPasswords.unicodeScalars.shortened(to: max(limit, 1)) {
            marks = scalar.isMark ? marks + 1 : 0
            guard marks <= Self.marksOnOneLetter else { continue }
            let printing = scalar.printing
            switch printing {
            case .itself: shown.append(scalar)
            case .space: if !isBlank { shown.append(" ") }
            case .nothing: continue
            case .replacement: shown.append("\u{FFFD}")
            }
            isBlank = printing == .space
        }
        return String(shown)
    }

    /// Whether it has only printable ASCII, and no address with a password.
    private var isPlain: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "@") }
    }

    /// The text with at most `limit` scalars, shortened as ``printable(limit:)`` does and otherwise
    /// unchanged. For JSON, whose writer escapes unprintable scalars.
    package func shortened(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.shortened(to: max(limit, 1))))
    }

    /// No language needs more combining marks on one letter.
    private static let marksOnOneLetter = 8
}

extension String.UnicodeScalarView {
    /// At most `limit` scalars of the beginning and the end.
    fileprivate func shortened(to limit: Int) -> [Unicode.Scalar] {
        guard let cut = index(startIndex, offsetBy: limit, limitedBy: endIndex), cut < endIndex
        else { return Array(self) }
        let tail = limit / 4
        return Array(prefix(limit - tail - 1)) + ["…"] + Array(suffix(tail))
    }
}
