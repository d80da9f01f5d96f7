import AdCues
import AdPlayback
import Advertising
import MediaTime
import Playout

/// An instruction of ``SessionMachine`` to the shell, which carries out effects in order.
package enum SessionEffect: Hashable, Sendable {
    // The stream.

    /// Open `source` as stream `generation`, and decode it from stream frame `from` on.
    case openStream(generation: Int, source: String, namedBy: SourceNamer, from: FrameTime)
    /// Continue the open live stream `from` as stream `generation`, decoded from stream frame `to`
    /// on.
    case jump(from: Int, generation: Int, to: FrameTime)
    /// Send ``SourceEvent/ready`` once this much audio past `from` is decoded, or the end of the
    /// stream.
    case awaitReady(generation: Int, from: FrameTime, Duration)
    case closeStream(generation: Int)
    /// Send ``SessionEvent/waitOver(generation:)`` after this time.
    case wait(generation: Int, Duration)
    /// Report that this source has replaced the previous one.
    case sourceTaken(generation: Int)
    /// Report that the requested source is not played, with the reason.
    case sourceRefused(generation: Int, String)
    /// Tell the loudness of a part of the stream that was heard, or would have been without the break
    /// over it. ``SessionEvent/loudnessRead(generation:from:_:)`` is the answer.
    case readLoudness(generation: Int, FrameRange)
    /// Play the live stream slightly faster until it is `frameCount` frames less behind live.
    case catchUp(generation: Int, frameCount: Int)

    // Output.

    case requestSwitch
    /// Publish `OutputTimeline` from output frame `validFrom` on.
    case publish(OutputTimeline, validFrom: FrameTime)
    case loadMuteMusic
    /// Load a spot that fills breaks, to learn its length.
    case measureFill(index: Int, Advertisement)
    /// Load the list of the assets of an interstitial. ``SessionEvent/assetsListed(request:_:reason:)``
    /// is the answer.
    case listAssets(request: Int, Interstitial)

    /// Load the lists of breaks, from servers that may know as much of the listener.
    /// ``SessionEvent/breaksPlanned(_:reason:)`` is the answer.
    case planBreaks(AdPrivacy)
    /// Ask ad servers for the ads of a break. ``SessionEvent/adsDecided(request:_:)`` is the answer.
    case decideAds(request: Int, AdOpportunity)
    /// Cancel the request with this number, of ads or of a list of assets, without an answer.
    case cancelRequest(Int)
    /// Tell an ad server what became of an ad, after all earlier beacons.
    /// ``SessionEvent/beaconSettled(number:_:)`` is the answer, once for each try.
    case track(Beacon)
    /// Read the now-playing feed. ``SessionEvent/nowPlayingRead(stream:_:reason:)`` is the answer.
    /// `stream` counts the sources that have replaced one another, and `isFirst` says whether the
    /// connection to the stream is another one than when the feed was read before.
    case readNowPlaying(stream: Int, isFirst: Bool)

    // Advertisements.

    case advertisements(AdPlayManager.Effect)
    case truex(TruexCommand)
    /// Load a voice-over of a choice card. A ``TruexServerEvent`` reports the outcome.
    case loadVoiceOver(number: Int, address: String)
    /// Discard a voice-over that was heard to its end or is no longer needed.
    case dropVoiceOver(number: Int)

    // Reports.

    case log(EventRecord)
    case stateChanged(SessionState)
    case availableDelayChanged(Duration)
    /// Report a timed ID3 tag that is heard. Its line in the event log precedes it.
    case metadataHeard(StreamMetadata)
    /// Refuse the latest command, with the reason.
    case refuse(String)
    /// End the session: play out everything before output frame `at`, and nothing after it.
    case end(SessionEnd, at: FrameTime)
}

/// Why a session ended.
public enum SessionEnd: Hashable, Sendable, Codable {
    /// The source ended, the configured duration has passed, or a command stopped the session.
    case asked
    case failed(SessionFailure)
}
