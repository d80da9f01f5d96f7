/// The header of a frame that says how long the frame is, so that one can walk from frame to frame.
package protocol FrameHeader: Equatable, Sendable {
    /// Reads the header at `index`; nil if none stands there.
    init?(at index: Int, in bytes: [UInt8])

    /// The frame's length, header and all.
    var byteCount: Int { get }

    /// Samples a channel in the frame.
    var sampleCount: Int { get }

    /// In samples a second.
    var sampleRate: Int { get }

    /// Whether the frame beginning at `index` says something about the file instead of sounding.
    func isSilentDescription(at index: Int, in bytes: [UInt8]) -> Bool
}
