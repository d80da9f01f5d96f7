import MediaTime

extension Duration {
    /// Reads a decimal number of seconds exactly, as in `4.00008`; `nil` if `text` is another text
    /// or outside `bounds`.
    ///
    /// Digits after the eighteenth decimal place do not count.
    package init?(decimalSeconds text: some StringProtocol, within bounds: TimeBounds) {
        var digits = text[...]
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits = digits.dropFirst() }
        let whole = digits.prefix { $0 != "." }
        let fraction = digits.dropFirst(whole.count).dropFirst()
        let isNumber = { (part: Substring) in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard !whole.isEmpty || !fraction.isEmpty, isNumber(Substring(whole)),
            isNumber(Substring(fraction)), whole.count <= 18,
            let seconds = whole.isEmpty ? 0 : Int64(whole)
        else { return nil }
        let places = fraction.prefix(18)
        var attoseconds = places.isEmpty ? 0 : Int64(places) ?? 0
        for _ in places.count..<18 { attoseconds *= 10 }
        let time = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        self = isNegative ? .zero - time : time
        guard bounds.range.contains(self) else { return nil }
    }
}
