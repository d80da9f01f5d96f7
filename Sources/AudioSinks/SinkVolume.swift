/// How loud the listener's mixer plays a sink's stream, which is no business of the session's.
package struct SinkVolume: Hashable, Sendable, Codable {
    /// As mixers show it: 100 leaves the sound as it is, and the scale is cubic.
    package var percent: Int
    package var isMuted: Bool

    package static let full = SinkVolume(percent: 100, isMuted: false)

    package init(percent: Int, isMuted: Bool) {
        self.percent = percent
        self.isMuted = isMuted
    }
}
