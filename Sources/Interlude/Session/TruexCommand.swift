import AdPlayback
import MediaTime

/// An instruction of the machine to the shell for true[X].
package enum TruexCommand: Hashable, Sendable {
    /// Request the advertisement for a placeholder. ``TruexServerEvent/answered(_:_:)`` or
    /// ``TruexServerEvent/askingFailed(_:reason:)`` follows.
    case ask(TruexToken, TruexStop.ID)
    /// Cancel the request.
    case cancel(TruexToken)
    /// Send a tracking event of the renderer's unit to the ad server.
    case track(TruexToken, TruexTracking)
    /// Release the resources of a renderer that is over.
    case release(TruexToken)
    /// Pass an event to the delegates.
    case tell(TruexEvent)
    /// Send the listener's place to the schedule's server, and request further pods.
    /// ``TruexServerEvent/nextPing(at:)`` or ``TruexServerEvent/pingFailed(reason:)`` follows.
    case ping(FrameTime, Ping.Reason)
}
