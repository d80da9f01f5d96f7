import MediaTime

/// Why encoded bytes cannot be decoded.
package enum DecodingError: Error, Hashable, Sendable {
    /// FFmpeg is missing on this machine, or incomplete.
    case noDecoders(reason: String)
    /// The source has no bytes at all.
    case empty
    /// The bytes are certainly something else, such as a web page.
    case notAudio(found: String)
    /// The bytes match no known container.
    case unrecognised
    /// The container is known, but this machine's FFmpeg cannot read it.
    case unsupportedContainer(Container)
    /// The container is known, but its beginning is missing or damaged.
    case damagedHeader(Container, reason: String)
    /// The container has no audio stream, for example a silent video.
    case noAudioStream(Container)
    /// This machine's FFmpeg has no decoder for the codec.
    case unsupportedCodec(String)
    /// The codec's decoder refuses the parameters that the container declares.
    case unreadableCodec(String, reason: String)
    /// Most of the bytes belong to no frame of the declared container.
    case noise(Container)
    /// The source has delivered its limit of bytes without any audio.
    case soundless
    /// No part of the audio could be decoded.
    case noSound
    /// The audio is longer than the limit.
    case tooLong(limit: Duration)
    /// All spots of a session together would take more than `byteCount` bytes of memory.
    case overBudget(byteCount: Int)
    /// The reader failed.
    case reading(ReadFailure)
    /// Decoding was cancelled.
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
            "the installed FFmpeg cannot read \(container.title) files"
        case .damagedHeader(let container, let reason):
            "the \(container.title) file is damaged or cut off at its beginning (\(reason))"
        case .noAudioStream(let container): "there is no audio in this \(container.title) file"
        case .unsupportedCodec(let codec): "the installed FFmpeg has no decoder for \(codec)"
        case .unreadableCodec(let codec, let reason):
            "the \(codec) decoder refuses this sound (\(reason))"
        case .noise(let container):
            "the data is not \(container.title) but for a few bytes; check the address"
        case .soundless: "what arrives holds no sound that can be decoded; check the address"
        case .noSound: "nothing in it could be decoded to sound"
        case .tooLong(let limit): "it is longer than the \(limit.words) that it may be"
        case .overBudget(let byteCount):
            "it does not fit into the \(byteCount >> 20) MiB that all spots of a session may take; "
                + "use a shorter spot, or fewer at a time"
        case .reading(let failure): failure.description
        case .cancelled: "it was cancelled"
        }
    }
}
