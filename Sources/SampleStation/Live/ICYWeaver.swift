import MediaTime

/// Inserts a metadata block after every `interval` bytes of audio, as Shoutcast does.
package struct ICYWeaver: Sendable {
    /// The bytes of audio between two blocks.
    package let interval: Int

    private var untilBlock: Int
    private var toldText: String?

    package init(interval: Int) {
        self.interval = interval
        untilBlock = interval
    }

    /// Returns the audio with its blocks, which name the title.
    package mutating func weave(_ audio: [UInt8], title: String) -> [UInt8] {
        weave(audio, text: Self.text(title: title))
    }

    /// Returns the audio with its blocks.
    ///
    /// A block with the same text as before is empty.
    package mutating func weave(_ audio: [UInt8], text: String) -> [UInt8] {
        var woven: [UInt8] = []
        woven.reserveCapacity(audio.count + 64)
        var rest = audio[...]
        while rest.count >= untilBlock {
            woven += rest.prefix(untilBlock)
            rest = rest.dropFirst(untilBlock)
            woven += text == toldText ? [0] : Self.block(text: text)
            toldText = text
            untilBlock = interval
        }
        woven += rest
        untilBlock -= rest.count
        return woven
    }

    /// The text of a block that names the title.
    static func text(title: String) -> String { "StreamTitle='\(title)';" }

    package static func block(title: String) -> [UInt8] { block(text: text(title: title)) }

    /// A length byte in units of 16, and the text padded with zeros. A text that is too long is
    /// replaced by an empty title.
    package static func block(text: String) -> [UInt8] {
        let longest = 255 * 16
        let content = Array((text.utf8.count <= longest ? text : Self.text(title: "")).utf8)
        let sixteens = (content.count + 15) / 16
        let padding = [UInt8](repeating: 0, count: sixteens * 16 - content.count)
        return [UInt8(sixteens)] + content + padding
    }
}
