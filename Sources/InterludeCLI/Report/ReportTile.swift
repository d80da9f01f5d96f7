/// A figure that a report shows large, with what it is of.
struct ReportTile {
    var number: String
    var unit = ""
    var words: String
    var verdict = Verdict.neutral

    /// Whether the figure is as it should be; the words say so too, not the colour alone.
    enum Verdict: String {
        case neutral, good, bad
    }

    var html: String {
        let unit = unit.isEmpty ? "" : " <small>\(HTML.escaped(unit))</small>"
        return "<div class=\"tile \(verdict.rawValue)\"><b>\(HTML.escaped(number))\(unit)</b>"
            + "<span>\(HTML.escaped(words))</span></div>"
    }
}
