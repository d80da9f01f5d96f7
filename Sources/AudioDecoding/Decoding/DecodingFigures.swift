/// Statistics of decoding one source.
package struct DecodingFigures: Hashable, Sendable {
    /// Delivered frames in the pipeline's format.
    package var frames = 0
    /// Damaged packets: replaced by silence of their length, or concealed by the decoder.
    package var concealed = 0
    /// How often the sample rate, channel count or codec changed.
    package var formatChanges = 0
    /// How often one MP3 stream was spliced to another of the same rate and channel count.
    package var splices = 0
    /// Samples trimmed at the start and at the end: the encoder's priming and padding.
    package var trimmedStart = 0
    package var trimmedEnd = 0

    package init() {}
}
