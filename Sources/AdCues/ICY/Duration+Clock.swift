import MediaTime

extension Duration {
    /// The length that `text` states as `HH:MM:SS` or `HH:MM:SS.mmm`; `nil` for another text, and
    /// for a length beyond the bounds of one.
    init?(clock text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3,
            parts.allSatisfy({ $0.first?.isASCIIDigit == true && $0.last?.isASCIIDigit == true }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), (0..<60).contains(minutes),
            let seconds = Double(parts[2]), (0..<60).contains(seconds), (0...24).contains(hours)
        else { return nil }
        let milliseconds = Int64(saturating: (seconds * 1000).rounded())
        let length = .seconds(hours * 3600 + minutes * 60) + Duration.milliseconds(milliseconds)
        guard TimeBounds.length.range.contains(length) else { return nil }
        self = length
    }
}
