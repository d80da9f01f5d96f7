import AdPlayback
import Advertising
import MediaTime
import Playout

/// What a session's shell has to do, in the order given.
package enum SessionEffect: Hashable, Sendable {
    // The stream.

    /// Open `source` and decode it from stream frame `from` on, as this generation.
    case openStream(generation: Int, source: String, namedBy: SourceNamer, from: FrameTime)
    /// Decode the live stream that is open from stream frame `to` on, as this generation.
    case jump(from: Int, generation: Int, to: FrameTime)
    /// Send ``SourceEvent/ready`` once so much is decoded past `from`, or the stream's end is.
    case awaitReady(generation: Int, from: FrameTime, Duration)
    case closeStream(generation: Int)
    /// The source that was asked for has taken the place of the one before.
    case sourceTaken(generation: Int)
    /// The source that was asked for is not played, for this reason.
    case sourceRefused(generation: Int, String)
    /// Play the live stream a little faster until it is so many frames less behind live.
    case catchUp(generation: Int, frameCount: Int)

    // Sound.

    case requestSwitch
    /// Publish what the timeline says from `validFrom` on.
    case publish(OutputTimeline, validFrom: FrameTime)
    case loadMuteMusic

    // Advertisements.

    case advertisements(AdPlayManager.Effect)
    case truex(TruexCommand)
    /// Load the audio that speaks a choice card; ``TruexServerEvent`` says how that went.
    case loadVoiceOver(number: Int, address: String)
    /// It was heard, or is not wanted.
    case dropVoiceOver(number: Int)

    // What is told.

    case log(EventRecord)
    case stateChanged(SessionState)
    case availableDelayChanged(Duration)
    /// The command that came last is not carried out.
    case refuse(String)
    /// The session is over: everything up to output frame `at` is played out, and no more.
    case end(SessionEnd, at: FrameTime)
}

/// How a session came to its end.
public enum SessionEnd: Hashable, Sendable, Codable {
    /// The source ended, the asked time was played, or somebody asked for it.
    case asked
    case failed(SessionFailure)
}
