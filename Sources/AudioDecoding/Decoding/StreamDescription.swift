import MediaTime

/// What a stream turned out to be, for people to read.
package struct StreamDescription: Hashable, Sendable {
    /// The codec's short name, such as `mp3`.
    package var codec: String
    package var container: Container
    /// Samples in a second, as they were encoded.
    package var sampleRate: Int
    package var channelCount: Int
    /// Bits in a second, or `nil` where neither container nor codec says.
    package var bitRate: Int?
    /// Where the stream ends, or `nil` where the container does not say.
    package var length: FrameTime?

    /// Whether both are of one codec, rate and number of channels.
    func isAlike(_ other: StreamDescription) -> Bool {
        codec == other.codec && sampleRate == other.sampleRate
            && channelCount == other.channelCount
    }
}

extension StreamDescription {
    /// What the container says of `stream`, none of which was decoded.
    package init(declaredOf stream: EncodedStream) {
        let bitRate = Int(stream.parameters.pointee.bit_rate)
        self.init(
            codec: stream.codecName, container: stream.container, sampleRate: stream.sampleRate,
            channelCount: Int(stream.parameters.pointee.ch_layout.nb_channels),
            bitRate: bitRate > 0 ? bitRate : nil, length: stream.declaredLength)
    }
}
