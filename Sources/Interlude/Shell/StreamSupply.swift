import AudioDecoding
import MediaTime
import PCMAudio

/// Opens the streams of a session: the network, files, or samples that a test makes up.
package protocol StreamSupply: Sendable {
    /// Keeps the name and password that stand in `source`, an address that the session is about to
    /// be given without them. Callable from any thread.
    func takeLogin(of source: String)

    /// Opens `source` and decodes it from stream frame `frame` on. Returns at once.
    ///
    /// `report` is called on any thread, and not after the stream was closed.
    func open(
        _ source: String, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream

    /// The same for a source that `namer` asked for.
    func open(
        _ source: String, namedBy namer: SourceNamer, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream
}

extension StreamSupply {
    package func open(
        _ source: String, namedBy namer: SourceNamer, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        open(source, from: frame, report: report)
    }
}

extension StreamSupply {
    package func takeLogin(of source: String) {}
}

/// A stream that is open, or being opened.
///
/// What is called a stream frame here and in the session is a frame of its store: of a live stream
/// that is played faster or slower than it came, that is programme time.
package protocol OpenStream: AnyObject, Sendable {
    /// Its samples, addressed by stream frame; `nil` until it is known what the stream is.
    var store: SampleStore? { get }

    /// How loud its samples are; `nil` until it is known what the stream is, and where nobody
    /// measures, as in one that says nothing of it.
    var loudness: LoudnessTrack? { get }

    /// Calls `body` once everything before `frame` is decoded, or the stream's end is known. From
    /// any thread, and instead of what was asked for before.
    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void)

    /// The stream frame after the newest one received; `nil` for what is no live stream.
    var liveEdge: FrameTime? { get }

    /// Whether everything before stream frame `frame` was received, or no more comes.
    ///
    /// What does not come over time is received.
    func isReceived(before frame: FrameTime) -> Bool

    /// Calls `body` once everything before `frame` was received, or no more comes. From any thread,
    /// and instead of what was asked for before.
    func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void)

    /// The frame here of what is frame `frame` of the stream itself, as its server counts; a guess
    /// where that is not decoded yet.
    func programmeFrame(of frame: FrameTime) -> FrameTime

    /// The other way round.
    func streamFrame(at frame: FrameTime) -> FrameTime

    /// The retries of a live stream that was lost; `nil` while it is connected.
    var reconnection: PlayerStatus.Reconnection? { get }

    /// What the stream says that it plays at stream frame `frame`; `nil` if it has not said.
    func title(at frame: FrameTime) -> String?

    /// Decodes the same live stream from stream frame `frame` on, into a store of its own.
    ///
    /// This one ends with it, and what it would have reported goes to `report`.
    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream

    /// Plays a live stream a little faster until it is `frameCount` frames less behind live.
    func catchUp(by frameCount: Int)

    /// Lets go of its threads and connections. Its samples stay.
    func close()
}

extension OpenStream {
    package var loudness: LoudnessTrack? { nil }
    package var reconnection: PlayerStatus.Reconnection? { nil }
    package func isReceived(before frame: FrameTime) -> Bool { true }
    package func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        body()
    }
    package func programmeFrame(of frame: FrameTime) -> FrameTime { frame }
    package func streamFrame(at frame: FrameTime) -> FrameTime { frame }
}
