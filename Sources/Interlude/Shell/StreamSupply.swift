import AudioDecoding
import MediaTime
import PCMAudio

/// Opens the streams of a session: from the network, from files, or from a test's samples.
package protocol StreamSupply: Sendable {
    /// Stores the login in `source`, which the session receives without it. Callable from any
    /// thread.
    func takeLogin(of source: String)

    /// Opens `source` and decodes it from stream frame `frame` on. Returns at once.
    ///
    /// `report` is called on any thread, and not after the stream was closed.
    func open(
        _ source: String, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream

    /// Opens a source that `namer` has requested. A listener's source may be restricted.
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
/// Here and in the session, a stream frame is a frame of the store. For a live stream that is
/// played faster or slower than it arrives, that is programme time.
package protocol OpenStream: AnyObject, Sendable {
    /// Its samples, addressed by stream frame; `nil` until the stream is identified.
    var store: SampleStore? { get }

    /// The loudness of its samples; `nil` until the stream is identified, or if it is not measured.
    var loudness: LoudnessTrack? { get }

    /// Calls `body` on any thread once everything before `frame` is decoded, or the stream's end is
    /// known. Replaces an earlier request.
    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void)

    /// The stream frame after the newest one received; `nil` if the stream is not live.
    var liveEdge: FrameTime? { get }

    /// Whether it arrives as fast as it is consumed, in virtual time, and marks breaks: a recording
    /// over HLS.
    var arrivesOnDemand: Bool { get }

    /// Whether everything before stream frame `frame` was received, or no more will arrive. Always
    /// `true` if the stream is not live.
    func isReceived(before frame: FrameTime) -> Bool

    /// Calls `body` on any thread once everything before `frame` was received, or no more will
    /// arrive. Replaces an earlier request.
    func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void)

    /// Converts `frame`, as the stream's server counts, to a frame of the store. It is an estimate
    /// until that frame is decoded.
    func programmeFrame(of frame: FrameTime) -> FrameTime

    /// Converts a frame of the store to a frame as the stream's server counts.
    func streamFrame(at frame: FrameTime) -> FrameTime

    /// The retries of a live stream that was lost; `nil` while it is connected.
    var reconnection: PlayerStatus.Reconnection? { get }

    /// The title that the stream sent for stream frame `frame`; `nil` if it has sent none.
    func title(at frame: FrameTime) -> String?

    /// The address of a picture that the stream sent with that title; `nil` for none.
    func artwork(at frame: FrameTime) -> String?

    /// Decodes the same live stream from stream frame `frame` on, into a new store.
    ///
    /// The new stream takes over the connection and ends this one, whose later events go to
    /// `report`.
    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream

    /// Plays a live stream slightly faster until it is `frameCount` frames less behind live.
    func catchUp(by frameCount: Int)

    /// Releases its threads and connections. Its samples stay.
    func close()
}

extension OpenStream {
    package var loudness: LoudnessTrack? { nil }
    package var arrivesOnDemand: Bool { false }
    package var reconnection: PlayerStatus.Reconnection? { nil }
    package func artwork(at frame: FrameTime) -> String? { nil }
    package func isReceived(before frame: FrameTime) -> Bool { true }
    package func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        body()
    }
    package func programmeFrame(of frame: FrameTime) -> FrameTime { frame }
    package func streamFrame(at frame: FrameTime) -> FrameTime { frame }
}
