import MediaTime

/// Says how much of a live stream is kept where that is less than was asked for, in whole seconds
/// and each figure once.
struct ShortageNews {
    private var last: Duration?

    /// Takes in how much is kept, `nil` for all that was asked for. Returns what is new; `nil` if
    /// nothing is.
    mutating func take(_ kept: Duration?) -> Duration?? {
        let kept = kept.map { Duration.seconds(Int(saturating: $0.inSeconds)) }
        guard kept != last else { return nil }
        last = kept
        return .some(kept)
    }
}
