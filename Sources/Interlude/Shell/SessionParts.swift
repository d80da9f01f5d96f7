import AudioSinks

/// What a session is put together from.
package struct SessionParts: Sendable {
    package var sink: any AudioSink
    package var clock: Clock
    package var streams: any StreamSupply
    package var spots: any SpotSupply

    /// What is heard while the streamer has muted the stream; `nil` for silence.
    package var muteMusicURL: String?

    /// Where the pods of the stream are, and who is asked for what is shown there; `nil` where
    /// nothing is known of pods.
    package var truex: TruexParts?

    /// What loading a spot takes in virtual time.
    package var networkDelay: Duration

    /// Whether the observer gets what is heard.
    package var audioData = SessionOptions.AudioData.keptBack

    /// Whether the observer gets how loud it is.
    package var levels = SessionOptions.Levels.unmeasured

    package enum Clock: Hashable, Sendable {
        /// The sink's device sets the pace.
        case real
        /// Time is frames rendered.
        case virtual
    }

    package init(
        sink: any AudioSink, clock: Clock, streams: any StreamSupply, spots: any SpotSupply,
        muteMusicURL: String? = nil, networkDelay: Duration = .zero
    ) {
        self.sink = sink
        self.clock = clock
        self.streams = streams
        self.spots = spots
        self.muteMusicURL = muteMusicURL
        self.networkDelay = networkDelay
    }
}
