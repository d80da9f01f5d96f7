import AdPlayback
import Advertising
import MediaTime

/// Everything that can happen to a session. What is decided depends on these, their order, and
/// the configuration, and on nothing else.
package enum SessionEvent: Hashable, Sendable, Codable {
    case began
    case command(SessionCommand)

    /// News of the stream's source; what an earlier generation still says is dropped.
    case source(generation: Int, SourceEvent)

    /// The first output frame whose sound can still be changed (``AudioSink/requestSwitch()``).
    case switchable(FrameTime)

    /// The last plan came too late for its frame; this is the first that can still be changed.
    case planRefused(FrameTime)

    /// The listener has heard everything before `frame`. `liveEdge` is the newest stream frame that
    /// was received, for a live stream.
    case heard(FrameTime, liveEdge: FrameTime?)

    /// The stream had no samples at output frame `at`, where `sourceFrame` should have been heard.
    case starved(at: FrameTime, sourceFrame: FrameTime)

    /// The stream's last frame was rendered: output frame `at` is the first after it.
    case exhausted(at: FrameTime)

    /// News for the advertisements that are not about sound: loads and watchdogs.
    case advertisements(AdPlayManager.Event)

    /// What time it is for the session, in frames since it began, and the newest stream frame that
    /// was received, for a live stream; comes before the events that depend on it. Where it never
    /// comes, the session's time is output time.
    case time(FrameTime, liveEdge: FrameTime?)

    /// News for the interactive advertisements.
    case truex(TruexServerEvent)

    case muteMusicLoaded(frameCount: Int)
    /// Without its music a stream that the streamer has muted is silent.
    case muteMusicFailed(reason: String)

    case sinkLost(reason: String)
    case sinkRestored
    /// Something else is to be heard; output time stands still until ``sinkReleased``.
    case sinkHeld(reason: String)
    case sinkReleased
    case sinkFailed(reason: String)
    case underrun(count: Int)
    /// The sound that was changed from that frame on came when at most `frameCount` frames of it
    /// had been read as they were before.
    case changedLate(from: FrameTime, frameCount: Int)
    /// How loud the output plays the stream, as the listener's mixer shows it.
    case sinkVolume(percent: Int, isMuted: Bool)

    /// In virtual time: nothing is queued, nothing is owed, and the session is paused for ever.
    case timeStoodStill
}

/// News of the stream.
package enum SourceEvent: Hashable, Sendable, Codable {
    /// It was opened, and this is what it is.
    case opened(SourceFacts)

    /// Enough is decoded to begin, or to go on.
    case ready

    /// There is no more of it; `frame` is the first after its last.
    case ended(FrameTime)

    /// It says what it plays, from stream frame `at` on.
    case title(String, at: FrameTime)

    /// A live stream broke off, and is connected anew.
    case reconnecting(reason: String)
    case reconnected

    /// From stream frame `at` on the sound is not what follows on the frame before.
    case discontinuity(Discontinuity.Reason, at: FrameTime)

    /// The listener is so far behind live that what comes next for him is not kept any more; stream
    /// frame `oldest` is the first that is.
    case leftBehind(oldest: FrameTime)

    /// Only so much of a live stream is kept, because there is no room for more; `nil` where again
    /// as much is kept as the configuration asks for.
    case kept(Duration?)

    /// It cannot be played, or will not come back.
    case failed(SessionFailure)
}

/// What is known of an opened stream.
package struct SourceFacts: Hashable, Sendable, Codable {
    package var kind: Kind
    package var codec: String
    package var sampleRate: Int
    package var channelCount: Int
    /// What the stream calls itself, where it does.
    package var name: String?
    /// Where a file ends, if it says so. It may end before.
    package var length: FrameTime?

    package enum Kind: String, Hashable, Sendable, Codable {
        case file
        /// It has an end, and its bytes come only once and in order.
        case pipe
        case live
    }

    package init(
        kind: Kind, codec: String, sampleRate: Int, channelCount: Int, name: String? = nil,
        length: FrameTime? = nil
    ) {
        self.kind = kind
        self.codec = codec
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.name = name
        self.length = length
    }
}

extension SourceFacts: CustomStringConvertible {
    package var description: String {
        let channels = channelCount == 1 ? "1 channel" : "\(channelCount) channels"
        return "\(codec), \(sampleRate) Hz, \(channels), \(kind.rawValue)"
    }
}
