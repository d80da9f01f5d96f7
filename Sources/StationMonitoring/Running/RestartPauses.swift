/// How long a station's next session waits after one that has ended: a second, then twice as long each
/// time, up to a minute; a second again after one that played. A value.
struct RestartPauses: Hashable, Sendable {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(60)

    private var newest: Duration?

    mutating func next(afterPlaying hasPlayed: Bool) -> Duration {
        let pause = hasPlayed ? nil : newest.map { min($0 * 2, Self.longest) }
        newest = pause ?? Self.shortest
        return newest ?? Self.shortest
    }
}
