import AdCues
import AdPlayback
import Advertising
import MediaTime

/// An input of ``SessionMachine``. Its decisions depend on these events, their order and the
/// configuration, and on nothing else.
package enum SessionEvent: Hashable, Sendable, Codable {
    case began
    case command(SessionCommand)

    /// An event of a stream's source. The machine ignores events of closed generations.
    case source(generation: Int, SourceEvent)

    /// The first output frame that can still change: the answer to ``AudioSink/requestSwitch()``.
    case switchable(FrameTime)

    /// The sink refused the latest plan, which came too late. The frame is the first that can still
    /// change.
    case planRefused(FrameTime)

    /// The listener has heard everything before the output frame. `liveEdge` is the stream frame up
    /// to which a live stream was received; `nil` for other sources.
    case heard(FrameTime, liveEdge: FrameTime?)

    /// The stream had no samples for its frame `sourceFrame` at output frame `at`.
    case starved(at: FrameTime, sourceFrame: FrameTime)

    /// The sink has rendered the stream's last frame; output frame `at` is the next one.
    case exhausted(at: FrameTime)

    /// An event for the ad-play manager, such as a finished load or a watchdog.
    case advertisements(AdPlayManager.Event)

    /// The session's time in frames since its start, and the live edge as in `heard`. Precedes the
    /// events that depend on it. In a session without this event, session time is output time.
    case time(FrameTime, liveEdge: FrameTime?)

    /// An event for the interactive advertisements.
    case truex(TruexServerEvent)

    case muteMusicLoaded(frameCount: Int)
    /// The mute music cannot be loaded. A stream that its streamer has muted stays silent.
    case muteMusicFailed(reason: String)

    /// The length of a spot that fills breaks; `nil` if it cannot be loaded, for `reason`.
    case fillMeasured(index: Int, frameCount: Int?, reason: String?)

    /// The assets of an interstitial; none if they cannot be listed, for `reason`.
    case assetsListed(request: Int, [Advertisement], reason: String?)

    /// The breaks of the lists of ad servers. `reason` says why some cannot be read; `nil` if all can.
    case breaksPlanned([PlannedBreak], reason: String?)

    /// The answer of ad servers for a break.
    case adsDecided(request: Int, AdDecision)

    /// The beacons that earlier sessions have left on disk, oldest first. `failure` says why this
    /// session keeps some of its own in memory only; `nil` if it does not.
    case beaconsLeft([Beacon], failure: String?)

    /// The file of a loaded spot is cut off: it has `frameCount` frames, and declares `declaredCount`.
    case spotCutOff(PlayToken, frameCount: Int, declaredCount: Int)

    /// Spots cannot be kept for later, for `reason`. Nothing else depends on that.
    case spotsNotKept(reason: String)

    /// What became of a beacon. The machine also accepts it when the session is over.
    case beaconSettled(number: Int, BeaconOutcome)

    /// What is new in the now-playing feed; nothing if it cannot be read, for `reason`.
    case nowPlayingRead(stream: Int, [Cue], reason: String?)

    /// The loudness of a stream: the mean squares of successive blocks, the first of which begins at
    /// stream frame `from`.
    case loudnessRead(generation: Int, from: FrameTime, [Double])

    case sinkLost(reason: String)
    case sinkRestored
    /// The streaming server that the mix is sent to was lost. Output time goes on.
    case listenersLost(reason: String)
    case listenersBack
    /// The sound server has requested silence, as for a call. Output time stands still until
    /// ``sinkReleased``.
    case sinkHeld(reason: String)
    case sinkReleased
    case sinkFailed(reason: String)
    case underrun(count: Int)
    /// A change from output frame `from` on came too late: the device had already read up to
    /// `frameCount` of the old frames.
    case changedLate(from: FrameTime, frameCount: Int)
    /// The volume of the stream in the listener's mixer. The mixer shows the same percentage.
    case sinkVolume(percent: Int, isMuted: Bool)

    /// In virtual time: no event is queued, no effect is outstanding, and nothing can end the
    /// pause.
    case timeStoodStill

    /// A wait that the machine has requested is over.
    case waitOver(generation: Int)
}

/// An event of a stream's source.
package enum SourceEvent: Hashable, Sendable, Codable {
    /// The source was opened and identified.
    case opened(SourceFacts)

    /// Enough audio is decoded to start or to resume.
    case ready

    /// The whole source is decoded; the frame is the first after its last one.
    case ended(FrameTime)

    /// The title that the source sends, valid from stream frame `at` on.
    case title(String, at: FrameTime)

    /// A marker of the stream says something about a break. It may be known long before it is
    /// heard.
    case cue(Cue)

    /// A timed ID3 tag of the stream, which marks no break, applies at stream frame `at`.
    case tag([TagFrame], at: FrameTime)

    /// The connection to a live stream was lost, and is being retried.
    case reconnecting(reason: String)
    case reconnected

    /// From stream frame `at` on, the audio does not continue the audio before it.
    case discontinuity(Discontinuity.Reason, at: FrameTime)

    /// The next frame of the listener is no longer kept; stream frame `oldest` is the first that
    /// is.
    case leftBehind(oldest: FrameTime)

    /// Storage is short, and only this much of a live stream is kept; `nil` once the configured
    /// amount is kept again.
    case kept(Duration?)

    /// The source cannot be played, or its retries have ended.
    case failed(SessionFailure)
}

/// The properties of an opened source.
package struct SourceFacts: Hashable, Sendable, Codable {
    package var kind: Kind
    package var codec: String
    package var sampleRate: Int
    package var channelCount: Int
    /// The name of the station; `nil` if the source sends none.
    package var name: String?
    /// The declared end of a file; `nil` if it declares none. The audio may end earlier.
    package var length: FrameTime?
    /// The end of a file that declares none, from the tag of an MP3's encoder or FFmpeg's estimate, which
    /// may be wrong; `nil` if these tell nothing.
    package var estimatedLength: FrameTime?

    package enum Kind: String, Hashable, Sendable, Codable {
        case file
        /// A source with an end, whose bytes arrive only once and in order.
        case pipe
        case live
    }

    package init(
        kind: Kind, codec: String, sampleRate: Int, channelCount: Int, name: String? = nil,
        length: FrameTime? = nil, estimatedLength: FrameTime? = nil
    ) {
        self.kind = kind
        self.codec = codec
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.name = name
        self.length = length
        self.estimatedLength = estimatedLength
    }
}

extension SourceFacts: CustomStringConvertible {
    package var description: String {
        let channels = channelCount == 1 ? "1 channel" : "\(channelCount) channels"
        return "\(codec), \(sampleRate) Hz, \(channels), \(kind.rawValue)"
    }
}
