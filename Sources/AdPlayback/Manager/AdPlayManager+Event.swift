import Advertising
import MediaTime

extension AdPlayManager {
    /// What can happen to a break. A recorded session is a list of these.
    package enum Event: Hashable, Sendable, Codable {
        // The stream.

        /// A stream is to be played; comes before its first advertisement. Before the first of
        /// these and after ``stop(_:)`` the manager is closed, and all else has no effect.
        case streamOpened
        /// Ends all at once. To change the stream: this, then ``streamOpened``.
        case stop(StopReason)
        case streamerMuted
        case streamerUnmuted

        // Advertisements.

        /// A push; may be empty.
        case advertisementsAvailable([Advertisement])
        /// The spots that fill a break which the stream marks.
        case breakMarked(BreakWindow, [Advertisement])
        /// A marked break begins or ends elsewhere.
        case breakMoved(BreakWindow)
        /// A marked break is over: what of it is heard is cut, and the rest is dropped.
        case breakOver(number: Int, BreakWindow.Ending)
        /// Another programme follows. What is heard of marked breaks goes on, and the rest is
        /// dropped.
        case programmeLeft
        case ignoreReceivedAdvertisements
        /// Drops one waiting spot with this id, the last one; answered by ``Effect/refuse(_:)`` if
        /// none waits.
        case ignoreSpot(id: Int)
        /// No spot is laid out from now on; those that are, are heard to their ends.
        case suspendSpots
        /// Spots get their turn again.
        case resumeSpots
        /// Spots get their turn again, but for those that wait: they are paid for otherwise.
        case creditSpots
        /// An app wants to play the next one itself; answered by ``Effect/handOut(_:)``.
        case getAdvertisement
        case bannerClicked(id: Int)
        /// The listener can see the banner of the spot with this id.
        case bannerShown(id: Int)

        // Loading.

        /// The first bytes of the spot are here.
        case spotConnected(PlayToken)
        /// The whole spot is in memory. `leadIn` is how many silent frames it begins with; without
        /// a `loudness` it is silent throughout, or too short to be measured.
        case spotLoaded(
            PlayToken, frameCount: Int, leadIn: Int = 0, loudness: SpotLoudness? = nil)
        /// The spot cannot be loaded, or breaks off while it is heard.
        case spotFailed(PlayToken, SpotFailure)
        case watchdog(PlayToken, WatchdogPhase)

        // The sink.

        /// Sound from this frame on can still be changed: lays the break out from there. A spot that
        /// a refused layout dropped stays dropped: if it has begun since, it is cut at this frame,
        /// untold.
        case switchable(FrameTime)
        /// The listener has heard everything before this frame.
        case heard(FrameTime)
        /// How loud was in LUFS what the listener has lately heard of the programme; `nil` if that
        /// was not enough to tell. Comes before the ``switchable(_:)`` that it is about.
        case programmeMeasured(loudness: Double?)
        /// The output is not what it was before.
        case outputChanged(from: OutputState)

        // The listener.

        case volumeChanged(Float)
        /// The volume of advertisements apart from that of the stream, as a factor.
        case adVolumeChanged(Float)
        case skip
        /// Cuts the spot with this id if it is heard, or is laid out and would be skipped, and no other. In
        /// a crossfade it may be the second one.
        case skipSpot(id: Int)
        /// Ends the whole break: the spot that is heard is cut, and all others of it are dropped.
        case skipBreak
        /// Answered by ``Effect/pauseAllowed`` or ``Effect/refuse(_:)``.
        case pauseRequested
    }

    /// Why a session's advertisements end all at once.
    package enum StopReason: String, Hashable, Sendable, Codable, CaseIterable {
        case user
        case streamChanged
        case streamRemoved
        case streamEnded
        case streamFailed
        case terminated
    }
}
