import AdPlayback
import Advertising
import MediaTime
import PCMAudio

/// A command to a session, from a listener, an operator or a script.
public enum SessionCommand: Hashable, Sendable, Codable {
    /// Queues advertisements (rule M11).
    case push([Advertisement])

    /// Queues advertisements for the point of the programme that is live now. A listener behind
    /// live gets them when playback reaches that point.
    case pushAtLiveEdge([Advertisement])

    /// Queues advertisements for a place in the stream, where they begin at the frame. Refused if the
    /// listener is past it; dropped if the listener passes it by a seek.
    case pushInStream([Advertisement], at: StreamPlace)

    /// Drops the queued advertisements; one that plays continues (rule M13).
    case ignoreAdvertisements

    /// Drops one queued advertisement with this id, the last one; refused if none is queued.
    case ignoreAdvertisement(id: Int)

    /// Pauses the programme; refused while an advertisement plays.
    case pause

    /// Resumes a paused programme where it stopped.
    case unpause

    /// Moves a live stream to where it would be without pauses and delays, and resumes it if it is
    /// paused.
    case goLive

    /// Sets how far behind live a live stream plays, clamped to the part that is kept (rule M7).
    case setDelay(Duration)

    /// Seeks: in a file to this stream time, in a live stream to this far behind live.
    case seek(Duration)

    /// Sets the volume of programme and advertisements, without a change of fades and breaks; refused
    /// if it is not between 0 and 1.5.
    case setVolume(Gain)

    /// Sets the volume of advertisements apart from that of the programme: a gain in addition to the
    /// volume, after their loudness was adjusted; refused if it is not between 0 and 1.5. An ad server
    /// is told of no impression while it is 0.
    case setAdVolume(Gain)

    /// Multiplies the volume by a gain, within 0 and 1.5; refused if that changes nothing. A step up
    /// from silence begins at 5 %. Delegates are told of ``setVolume(_:)`` with the new volume.
    case changeVolume(by: Gain)

    /// Sets the volume to 0. Delegates are told of ``setVolume(_:)``.
    case mute

    /// Sets the volume to the last one above 0: a chosen one, or else that of the start. Delegates are
    /// told of ``setVolume(_:)`` with it.
    case unmute

    /// Ends the advertisement that plays. If none plays yet, drops the next one.
    case skip

    /// Ends the advertisement that plays, and drops all others of the break.
    case skipBreak

    /// An action of the listener on the interactive advertisement that is shown.
    case truex(TruexMessage)

    /// Whether anyone sees the pages that show interactive advertisements.
    case truexAudience(TruexAudience)

    /// The streamer mutes or unmutes the stream, at the point of the programme that is live now
    /// (rule M8).
    case streamerMuted
    case streamerUnmuted

    /// Replaces the source within the same session, as soon as the new source has audio. If the new
    /// source cannot be played, the current one continues. When it ends or is lost, the session
    /// returns to its home, or ends without one (``SessionConfiguration/home``).
    case play(source: String)

    /// Like `play`, but requested by a listener: the source must be an address in the public
    /// network.
    case playPublic(source: String)

    /// Replaces the spots that fill the breaks of the stream (``StreamMarkers/fill``). Breaks that are
    /// known already keep theirs.
    case setFill([Advertisement])

    /// Sets what the listener allows ad servers to do.
    case setPrivacy(AdPrivacy)

    /// Fades out and ends the session.
    case stop
}
