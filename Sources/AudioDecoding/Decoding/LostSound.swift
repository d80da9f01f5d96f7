import MediaTime

/// The audio lost since the last good frame, which becomes silence.
///
/// A container may declare any length for undecodable packets, and so the total is limited.
struct LostSound {
    /// Runs of samples in order, each at one rate.
    private(set) var parts: [SampleCount] = []
    private var duration = Duration.zero

    /// The longest duration of one packet.
    static let limit = Duration.seconds(60)
    /// The limit before the first good frame: less than a reader's buffer holds, because playing
    /// starts only once the source's format is known.
    static let limitAtBeginning = Duration.seconds(2)

    var isEmpty: Bool { parts.isEmpty }

    /// Adds `count`, shortened to keep the total within `limit`.
    mutating func append(_ count: SampleCount, upTo limit: Duration) {
        let room = limit - duration
        guard room > .zero else { return }
        var taken = count
        if count.duration > room {
            taken.samples = Int(saturating: room.inSeconds * Double(count.rate))
        }
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
