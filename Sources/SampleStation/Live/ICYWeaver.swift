import MediaTime

/// Inserts a metadata block after every `interval` bytes of audio, as Shoutcast does.
package struct ICYWeaver: Sendable {
    /// The bytes of audio between two blocks.
    package let interval: Int

    private var untilBlock: Int
    private var toldTitle: String?

    package init(interval: Int) {
        self.interval = interval
        untilBlock = interval
    }

    /// Returns the audio with its blocks.
    ///
    /// A block with the same title as before is empty.
    package mutating func weave(_ audio: [UInt8], title: String) -> [UInt8] {
        var woven: [UInt8] = []
        woven.reserveCapacity(audio.count + 64)
        var rest = audio[...]
        while rest.count >= untilBlock {
            woven += rest.prefix(untilBlock)
            rest = rest.dropFirst(untilBlock)
            woven += title == toldTitle ? [0] : Self.block(title: title)
            toldTitle = title
            untilBlock = interval
        }
        woven += rest
        untilBlock -= rest.count
        return woven
    }

    /// A length byte in units of 16, and the text padded with zeros.
    package static func block(title: String) -> [UInt8] {
        let text = "StreamTitle='\(title)';".utf8
        let longest = 255 * 16
        let content = text.count <= longest ? Array(text) : Array("StreamTitle='';".utf8)
        let sixteens = (content.count + 15) / 16
        let padding = [UInt8](repeating: 0, count: sixteens * 16 - content.count)
        return [UInt8(sixteens)] + content + padding
    }
}
