import AdCues
import AudioDecoding
import MediaTime

/// An event about a reader's source. Sent from the reader's own threads, which its receiver must
/// not block.
///
/// Frames are programme frames, which address the reader's store.
package enum ReaderEvent: Sendable {
    /// The first audio is decoded; its format is known.
    case opened(StreamDescription)

    /// From frame `at` on the audio has another codec, sample rate or channel count.
    case formatChanged(StreamDescription, at: FrameTime)

    /// A little before frame `at` one MP3 stream was spliced to another of the same format.
    case spliced(at: FrameTime)

    /// At frame `at`, or a little before, more of the audio was damaged; carries the figures so
    /// far. Sent once for damage that is not separated by a good second.
    case concealed(DecodingFigures, at: FrameTime)

    /// The stream's title from frame `at` on; the frame is an estimate.
    case title(String, at: FrameTime)

    /// A marker of the stream says something about a break; the position is an estimate until the
    /// frame is decoded.
    case cue(Cue)

    /// A timed ID3 tag that marks no break applies at frame `at`; the frame is an estimate until it
    /// is decoded.
    case tag([TagFrame], at: FrameTime)

    /// The connection of a live stream was lost; the reader reconnects.
    case connectionLost(reason: String)

    /// Audio arrives again, over another connection.
    case reconnected(Continuation)

    /// The next frame of a live stream is no longer kept; `oldest` is the first one that is.
    ///
    /// Nothing more follows from this reader: another one must continue the source.
    case leftBehind(oldest: FrameTime)

    /// Only this much of a live stream is kept, for lack of room; `nil` if again as much is kept as
    /// was requested.
    case kept(Duration?)

    /// The source has no more audio; the frame is the one after its last.
    case ended(FrameTime, DecodingFigures)

    /// The reader has failed and nothing more follows.
    ///
    /// Sent before the store marks the end of the samples, which is not the source's end then.
    case failed(any Error)
}

extension ReaderEvent {
    /// How a live stream continues over another connection.
    package enum Continuation: Hashable, Sendable {
        /// With the very next frame. `repeated` frames arrived a second time, and were dropped.
        case seamless(repeated: Int)
        /// With the first packets that arrived: at frame `at` audio is missing or repeated.
        case broken(at: FrameTime)
    }
}
