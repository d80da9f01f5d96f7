import AudioSinks
import BeaconStorage
import StreamFetching

/// The parts from which a session is made.
package struct SessionParts: Sendable {
    package var sink: any AudioSink
    package var clock: Clock
    package var streams: any StreamSupply
    package var spots: any SpotSupply

    /// Keeps what ``spots`` loads from the network; `nil` if nothing is kept.
    package var spotCache: SpotCache?

    /// Loads the assets of HLS interstitials; `nil` if they are not played.
    package var lists: (any AssetListSupply)?

    /// Asks ad servers for the ads of breaks, and sends them beacons; `nil` if there are none.
    package var decisions: (any AdDecisionSupply)?
    package var beacons: (any BeaconSupply)?

    /// Keeps beacons on disk until a server has them; `nil` keeps them in memory.
    package var beaconStore: BeaconStore?

    /// Why there is no ``beaconStore`` although there should be one; `nil` if there should not.
    package var beaconStoreFailure: String?

    /// Reads the now-playing feed of a station; `nil` if none is read.
    package var nowPlaying: (any NowPlayingSupply)?

    /// The address of the music in place of a stream that its streamer has muted; `nil` for
    /// silence.
    package var muteMusicURL: String?

    /// The schedule of the stream's pods, and the servers of true[X]; `nil` without a schedule.
    package var truex: TruexParts?

    /// The duration of each load in virtual time.
    package var networkDelay: Duration

    /// The name of the output, for display; `nil` if it has none.
    package var sinkName: String?

    /// Whether the observer receives heard audio.
    package var audioData = SessionOptions.AudioData.keptBack

    /// Whether the observer receives the levels of heard audio.
    package var levels = SessionOptions.Levels.unmeasured

    /// Whether the session's loop has a thread of its own.
    package var resources = SessionOptions.Resources.own

    package enum Clock: Hashable, Sendable {
        /// The sink's device sets the pace.
        case real
        /// Time is the number of rendered frames.
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
