/// What decoding a source came to.
package struct DecodingFigures: Hashable, Sendable {
    /// Frames of the pipeline's format that came out.
    package var frames = 0
    /// Packets that were damaged: silence of their length is heard, or what the decoder guessed.
    package var concealed = 0
    /// How often rate, channels or codec changed on the way.
    package var formatChanges = 0
    /// How often an MP3 went over into another, with the rate and the channels of the first.
    package var splices = 0
    /// Samples left out at the start and at the end because they are the encoder's, not sound.
    package var trimmedStart = 0
    package var trimmedEnd = 0

    package init() {}
}
