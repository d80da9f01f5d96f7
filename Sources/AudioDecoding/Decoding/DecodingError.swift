import MediaTime

/// Why encoded bytes cannot be heard.
package enum DecodingError: Error, Hashable, Sendable {
    /// This machine's FFmpeg is not there, or not whole.
    case noDecoders(reason: String)
    /// There is not a single byte.
    case empty
    /// The bytes are certainly something else, such as a web page.
    case notAudio(found: String)
    /// The bytes look like no container that is known.
    case unrecognised
    /// The container is known, but this machine's FFmpeg cannot read it.
    case unsupportedContainer(Container)
    /// The container is known, but its beginning is cut off or broken.
    case damagedHeader(Container, reason: String)
    /// The container holds no sound: a video without any, for example.
    case noAudioStream(Container)
    /// This machine's FFmpeg has no decoder for the codec.
    case unsupportedCodec(String)
    /// The codec's decoder refuses what the container says of the sound.
    case unreadableCodec(String, reason: String)
    /// Most of the bytes belong to no frame of the container that they are said to be.
    case noise(Container)
    /// So many bytes came without any sound that more of them are of no use.
    case soundless
    /// Nothing in the sound could be decoded.
    case noSound
    /// The sound goes on for longer than it may.
    case tooLong(limit: Duration)
    /// All spots of a session together would take more than `byteCount` bytes of memory.
    case overBudget(byteCount: Int)
    /// The bytes could not be read, for a reason that is none of decoding.
    case reading(ReadFailure)
    /// Nobody wants the sound any more.
    case cancelled
}

extension DecodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDecoders(let reason): reason
        case .empty: "there is nothing in it: not one byte came"
        case .notAudio(let found): "this is \(found), not audio; check the address"
        case .unrecognised: "this is no audio format that Interlude knows; try MP3, AAC or Ogg"
        case .unsupportedContainer(let container):
            "the installed FFmpeg cannot read \(container) files"
        case .damagedHeader(let container, let reason):
            "the \(container) file is damaged or cut off at its beginning (\(reason))"
        case .noAudioStream(let container): "there is no sound in this \(container) file"
        case .unsupportedCodec(let codec): "the installed FFmpeg has no decoder for \(codec)"
        case .unreadableCodec(let codec, let reason):
            "the \(codec) decoder refuses this sound (\(reason))"
        case .noise(let container):
            "what arrives is no \(container) but for a few bytes; check the address"
        case .soundless: "what arrives holds no sound that can be decoded; check the address"
        case .noSound: "nothing in it could be decoded to sound"
        case .tooLong(let limit): "it is longer than the \(limit.inSeconds) s that it may be"
        case .overBudget(let byteCount):
            "it does not fit into the \(byteCount >> 20) MiB that all spots of a session may take; "
                + "use a shorter spot, or fewer at a time"
        case .reading(let failure): failure.description
        case .cancelled: "it was cancelled"
        }
    }
}
