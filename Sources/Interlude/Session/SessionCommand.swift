import AdPlayback
import Advertising
import MediaTime
import PCMAudio

/// What a listener, an operator or a script asks of a session.
public enum SessionCommand: Hashable, Sendable, Codable {
    /// Advertisements arrive and wait for their turn (rule M11).
    case push([Advertisement])

    /// Advertisements belong to what is live now: a listener who is behind live gets them when he
    /// comes to this point of the programme.
    case pushAtLiveEdge([Advertisement])

    /// The advertisements that wait are dropped; one that plays goes on (rule M13).
    case ignoreAdvertisements

    /// The programme stops where it is; refused while an advertisement plays.
    case pause

    /// A paused programme goes on where it is.
    case unpause

    /// A live stream goes to the point where it would be without pauses and delays.
    case goLive

    /// A live stream falls this far behind live; clamped to what there is (rule M7).
    case setDelay(Duration)

    /// A file goes to this stream time, a live stream to this far behind live.
    case seek(Duration)

    case setVolume(Gain)

    /// The advertisement that plays, or whose turn it is, ends here.
    case skip

    /// The advertisement that plays ends here, and all others that were delivered are dropped.
    case skipBreak

    /// The listener does something with the interactive advertisement that he is shown.
    case truex(TruexMessage)

    /// The pages that show interactive advertisements are opened, closed, seen or hidden.
    case truexAudience(TruexAudience)

    /// The streamer mutes the stream, or lets it be heard again (rule M8): at the point of the
    /// programme that is live now.
    case streamerMuted
    case streamerUnmuted

    /// Another source takes this one's place in the same session, once it has sound; one that
    /// cannot be played leaves this one as it is.
    case play(source: String)

    /// The same, asked for by a listener: the source has to be an address in the public network.
    case playPublic(source: String)

    /// Fades out and ends the session.
    case stop
}
