import AudioDecoding
import MediaTime

/// What a reader tells about its source. Sent from the reader's own threads, which must not be
/// made to wait.
///
/// Frames are programme frames, by which the reader's store is addressed.
package enum ReaderEvent: Sendable {
    /// The first sound is decoded, and this is what it is.
    case opened(StreamDescription)

    /// From frame `at` on the sound is of another codec, rate or number of channels.
    case formatChanged(StreamDescription, at: FrameTime)

    /// A little before frame `at` one MP3 goes over into another one like it.
    case spliced(at: FrameTime)

    /// From frame `at` on, or a little before, more of the sound was damaged: the figures as they
    /// are by then. Said once for all damage between which there is not a good second.
    case concealed(DecodingFigures, at: FrameTime)

    /// The stream says what it plays, from frame `at` on, as far as can be told by then.
    case title(String, at: FrameTime)

    /// A live stream broke off; another connection is awaited.
    case connectionLost(reason: String)

    /// Sound comes again, over another connection.
    case reconnected(Continuation)

    /// The next of a live stream is not kept any more; frame `oldest` is the first that is.
    ///
    /// Nothing more comes from here: another reader has to go on with the source.
    case leftBehind(oldest: FrameTime)

    /// Only so much of a live stream is kept, because there is no room for more; `nil` where again
    /// as much is kept as was asked for.
    case kept(Duration?)

    /// The source has no more sound; `end` is the first frame after its last.
    case ended(FrameTime, DecodingFigures)

    /// Nothing more will come, and not because the source is at its end.
    ///
    /// Told before the store says where the samples end, so that nobody takes that for the
    /// source's end.
    case failed(any Error)
}

extension ReaderEvent {
    /// How a live stream goes on over another connection.
    package enum Continuation: Hashable, Sendable {
        /// With the very next sound. `repeated` frames came a second time, and were left out.
        case seamless(repeated: Int)
        /// With what came first: from frame `at` on, something is missing or heard again.
        case broken(at: FrameTime)
    }
}
