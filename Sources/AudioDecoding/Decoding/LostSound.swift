import MediaTime

/// How much sound was lost since the last good frame.
///
/// A container may claim any length for what cannot be decoded, so only so much of it counts, and
/// becomes silence.
struct LostSound {
    /// Runs of samples at one rate each, in order.
    private(set) var parts: [SampleCount] = []
    private var duration = Duration.zero

    /// As long as one packet may be.
    static let limit = Duration.seconds(60)
    /// How much counts before the first good frame: less than a reader has room for, because it
    /// can be heard only once it is known what the source is.
    static let limitAtBeginning = Duration.seconds(2)

    var isEmpty: Bool { parts.isEmpty }

    /// Adds `count`, as far as all of it is no longer than `limit`.
    mutating func append(_ count: SampleCount, upTo limit: Duration) {
        let room = limit - duration
        guard room > .zero else { return }
        var taken = count
        if count.duration > room { taken.samples = Int(saturating: room.inSeconds) * count.rate }
        guard taken.samples > 0 else { return }
        duration += taken.duration
        if parts.last?.rate == taken.rate {
            parts[parts.count - 1].samples += taken.samples
        } else {
            parts.append(taken)
        }
    }

    mutating func removeAll() { self = LostSound() }
}
