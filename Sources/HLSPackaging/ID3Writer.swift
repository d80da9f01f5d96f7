/// Writes ID3v2.4 tags.
package struct ID3Writer {
    private var frames: [UInt8] = []

    package init() {}

    /// The tag with all frames so far.
    package var tag: [UInt8] {
        let version: UInt8 = 4
        let noFlags: UInt8 = 0
        return Array("ID3".utf8) + [version, 0, noFlags] + Self.synchsafe(frames.count) + frames
    }

    /// The time of the first sample that follows (RFC 8216, 3.4).
    package mutating func addTimestamp(_ time: MediaTimestamp) {
        var content = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        content.append(bigEndian: time.ticks)
        add("PRIV", content)
    }

    package mutating func addTitle(_ title: String) {
        add("TIT2", [Self.utf8] + title.utf8 + [0])
    }

    package mutating func addField(_ name: String, _ value: String) {
        add("TXXX", [Self.utf8] + name.utf8 + [0] + value.utf8 + [0])
    }

    private mutating func add(_ id: String, _ content: [UInt8]) {
        frames += Array(id.utf8) + Self.synchsafe(content.count) + [0, 0] + content
    }

    /// The number of the text encoding.
    private static let utf8: UInt8 = 3

    /// Seven bits a byte.
    private static func synchsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0 & 0x7f) }
    }
}
