/// What a person may choose about a station.
package struct StationConfiguration: Sendable {
    package var host = "127.0.0.1"

    /// 0 takes a free one.
    package var port = 0

    package var media: MediaFolder

    /// Bytes of the past that a listener gets at once.
    package var burst = 64 * 1024

    /// Bytes of audio between two ICY blocks.
    package var metadataInterval = 16_000

    /// A listener that is this many bytes behind is dropped.
    package var queueLimit = 512 * 1024

    /// What a session has to show to be let in (rule M1).
    package var apiKey = "sample-key"
    package var customerToken = "sample-token"

    /// What credits are signed with.
    package var truexSecret = "sample-secret"

    /// A listener who heard a pre-stream spot within this time is spared the next one.
    package var preStreamInterval = Duration.seconds(600)

    package var clock = StationClock.startingNow()

    package init(media: MediaFolder) {
        self.media = media
    }
}
