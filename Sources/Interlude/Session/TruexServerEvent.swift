import AdPlayback
import MediaTime

/// An event of the shell for true[X].
package enum TruexServerEvent: Hashable, Sendable, Codable {
    /// All pods that are known so far, in programme frames.
    case pods([TruexPod])

    /// A remark about the schedule, for people.
    case warning(String)

    /// The schedule has a server, which is to be asked for further pods from the start.
    case pingsWanted

    /// The server requests the next ping at this frame; `nil` for none.
    case nextPing(at: FrameTime?)
    case pingFailed(reason: String)

    /// The ad server's answer to a renderer's request.
    case answered(TruexToken, TruexAnswer)
    case askingFailed(TruexToken, reason: String)

    case voiceOverLoaded(number: Int, frameCount: Int, SpotLoudness?)
    case voiceOverFailed(number: Int, reason: String)

    /// The first format of recordings named a warning so, and it stays.
    private enum CodingKeys: String, CodingKey {
        case pods, pingsWanted, nextPing, pingFailed, answered, askingFailed, voiceOverLoaded
        case voiceOverFailed
        case warning = "oddity"
    }
}
