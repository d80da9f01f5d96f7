import AdPlayback
import MediaTime

/// What a session's shell has to say about true[X].
package enum TruexServerEvent: Hashable, Sendable, Codable {
    /// These are all pods that are known of by now, in programme frames.
    case pods([TruexPod])

    /// Something about the schedule that a person should know.
    case warning(String)

    /// A server is to be asked for further pods from the beginning on.
    case pingsWanted

    /// The server wants to be asked for further pods at this frame; `nil`: not any more.
    case nextPing(at: FrameTime?)
    case pingFailed(reason: String)

    /// What the ad server has answered for a renderer.
    case answered(TruexToken, TruexAnswer)
    case askingFailed(TruexToken, reason: String)

    case voiceOverLoaded(number: Int, frameCount: Int, SpotLoudness?)
    case voiceOverFailed(number: Int, reason: String)

    /// Recordings keep the name that a warning had in their first form.
    private enum CodingKeys: String, CodingKey {
        case pods, pingsWanted, nextPing, pingFailed, answered, askingFailed, voiceOverLoaded
        case voiceOverFailed
        case warning = "oddity"
    }
}
