import Interlude
import MediaTime

/// How long a stream that plays is silent. A value.
struct SilenceWatch: Hashable, Sendable {
    /// The frames that were silent, one after the other.
    private var frameCount = 0
    private var since: UTCTime?

    /// Takes the next level of a stream that plays. `limit` is in LUFS.
    mutating func take(_ level: HeardLevel, quieterThan limit: Double, at now: UTCTime) {
        guard level.loudness < limit else { return stop() }
        since = since ?? now - .frames(level.range.count)
        frameCount += level.range.count
    }

    /// Notes that the stream does not play, or is muted here.
    mutating func stop() { self = SilenceWatch() }

    func finding(limit: Duration?) -> AlarmFinding? {
        let length = Duration.frames(frameCount)
        guard let limit, let since, length >= limit else { return nil }
        return AlarmFinding(
            .silence, since: since, limit: limit, value: length,
            words: "silent for \(length.inWords)")
    }
}
