import Advertising
import MediaTime

extension AdPlayManager {
    /// What the shell has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        // Loading.

        /// Load the whole spot; its end comes back as an event with the token.
        case load(PlayToken, Advertisement, SpotDeadlines)
        /// What is loaded of it, or being loaded, is not wanted; nothing need come back.
        case cancelLoad(PlayToken)
        /// The spot has been heard; its samples are not needed any more.
        case release(PlayToken)
        /// Send ``Event/watchdog(_:_:)`` after so long, unless disarmed.
        case armWatchdog(PlayToken, WatchdogPhase, after: Duration)
        case disarmWatchdog(PlayToken, WatchdogPhase)

        // Sound.

        /// The break's layout from now on; answers ``Event/switchable(_:)``.
        case lay(BreakLayout)
        /// What the gains follow from has changed.
        case focusChanged(AudioFocus)

        // What is shown and told.

        /// The listener hears the first spot of a burst; once a burst.
        case adPlayStarted
        /// The burst is over; once for each ``adPlayStarted``.
        case adPlayFinished
        /// Takes the place of the banner before it.
        case showBanner(Advertisement)
        case removeBanner
        /// Tell every ``AdvertisementDelegate``.
        case availableToObservers
        /// What ``Event/getAdvertisement`` returns.
        case handOut(Advertisement?)

        // Reports.

        /// Once for every spot that was handed out.
        case report(PlayToken, Advertisement, FinishStatus)
        case clickReport(Advertisement)
        /// The listener sees its banner, while it is heard.
        case viewReport(Advertisement)
        case log(AdEvent)

        // Answers to the listener.

        case pauseAllowed
        case refuse(Refusal)
    }

    /// A wish that is not granted.
    package enum Refusal: String, Hashable, Sendable, Codable {
        /// A stream cannot be paused while an advertisement plays.
        case pauseDuringAdvertisement
        /// There is no spot to be skipped.
        case nothingToSkip
        /// The stream forbids to skip this spot.
        case skippingForbidden
        /// Its ad server forbids to skip it.
        case skippingRefused
        /// Its ad server allows to skip it later.
        case skippingTooSoon
        /// The advertisement is not shown, or has no target.
        case nothingToClick
        /// No spot with this id waits.
        case nothingToIgnore
    }
}
