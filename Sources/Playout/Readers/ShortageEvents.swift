import MediaTime

/// Reports how much of a live stream is kept if that is less than requested, in whole seconds and
/// each figure once.
struct ShortageEvents {
    private var last: Duration?

    /// Records how much is kept; `nil` for as much as was requested. Returns the value if it is
    /// new, otherwise `nil`.
    mutating func take(_ kept: Duration?) -> Duration?? {
        let kept = kept.map { Duration.seconds(Int(saturating: $0.inSeconds)) }
        guard kept != last else { return nil }
        last = kept
        return .some(kept)
    }
}
