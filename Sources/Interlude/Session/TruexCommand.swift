import AdPlayback
import MediaTime

/// What a session's shell does for true[X].
package enum TruexCommand: Hashable, Sendable {
    /// Ask the ad server for what is shown at that placeholder; ``TruexServerEvent/answered(_:_:)`` or
    /// ``TruexServerEvent/askingFailed(_:reason:)`` follows.
    case ask(TruexToken, TruexStop.ID)
    /// The answer is not wanted any more.
    case cancel(TruexToken)
    /// Tell the ad server how the renderer's unit goes.
    case track(TruexToken, TruexTracking)
    /// The renderer is over.
    case release(TruexToken)
    /// Tell delegates.
    case tell(TruexEvent)
    /// Tell the server where the listener is, and take in further pods;
    /// ``TruexServerEvent/nextPing(at:)`` or ``TruexServerEvent/pingFailed(reason:)`` follows.
    case ping(FrameTime, Ping.News)
}
