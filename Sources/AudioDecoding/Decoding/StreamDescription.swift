import MediaTime

/// A stream's format, for people to read.
package struct StreamDescription: Hashable, Sendable {
    /// The codec's short name, such as `mp3`.
    package var codec: String
    package var container: Container
    /// Samples per second, as encoded.
    package var sampleRate: Int
    package var channelCount: Int
    /// Bits per second; `nil` if neither the container nor the codec gives it.
    package var bitRate: Int?
    /// The stream's end; `nil` if the container does not give it.
    package var length: FrameTime?
    /// The stream's end as FFmpeg estimates it, if the container does not give it; `nil` if it has nothing
    /// to estimate it from.
    package var estimatedLength: FrameTime?

    /// Whether both have the same codec, sample rate and channel count.
    func isAlike(_ other: StreamDescription) -> Bool {
        codec == other.codec && sampleRate == other.sampleRate
            && channelCount == other.channelCount
    }
}

extension StreamDescription {
    /// Describes `stream` as its container declares it, before anything is decoded.
    package init(declaredOf stream: EncodedStream) {
        let bitRate = Int(stream.parameters.pointee.bit_rate)
        self.init(
            codec: stream.codecName, container: stream.container, sampleRate: stream.sampleRate,
            channelCount: Int(stream.parameters.pointee.ch_layout.nb_channels),
            bitRate: bitRate > 0 ? bitRate : nil, length: stream.declaredLength,
            estimatedLength: stream.estimatedLength)
    }
}
