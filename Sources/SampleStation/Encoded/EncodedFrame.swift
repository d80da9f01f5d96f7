/// The smallest piece of an encoded programme that is sent whole: a frame, or a page of Ogg.
package struct EncodedFrame: Hashable, Sendable {
    /// Where it lies in its file.
    package let bytes: Range<Int>

    /// How many samples a channel it decodes to.
    package let sampleCount: Int

    package init(bytes: Range<Int>, sampleCount: Int) {
        self.bytes = bytes
        self.sampleCount = sampleCount
    }
}
