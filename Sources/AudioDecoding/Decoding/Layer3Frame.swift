import CFFmpeg
import MediaTime

/// Where the main data of one MP3 frame is stored (ISO 11172-3, 2.4.1.7; ISO 13818-3, 2.4.1.7).
///
/// A frame may store part of its main data in space that earlier frames left free.
struct Layer3Frame: Hashable {
    let format: Format
    /// `main_data_begin`: how many bytes before the frame's own main data area its main data
    /// begins, not counting headers and side information.
    let backStep: Int
    /// The greatest value of ``backStep``.
    let farthestBackStep: Int
    /// The size of its main data in bytes.
    let soundByteCount: Int
    /// The size of the frame's own main data area in bytes.
    let roomByteCount: Int
    /// The frame's duration: a whole number of ticks at every MP3 sample rate.
    let ticks: Int
    /// The encoder's tag, if the frame holds one in place of audio.
    let tag: Tag?

    static let tick = AVRational(num: 1, den: 14_112_000)
    /// In a frame of the pipeline.
    static let ticksPerFrame = Int64(tick.den) / Int64(FrameTime.rate)

    struct Format: Hashable {
        let sampleRate: Int
        let channelCount: Int
    }

    struct Tag: Hashable {
        /// The number of frames that follow; `nil` if the tag does not give it.
        var frameCount: Int?
    }

    /// Parses the frame at the start of `bytes`; `nil` if there is none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let header = FrameHeader(Array(bytes.prefix(7))[...]), header.container == .mp3 else {
            return nil
        }
        let isMPEG1 = bytes[1] >> 3 & 3 == 3
        let isMono = bytes[3] >> 6 == 3
        let isChecked = bytes[1] & 1 == 0
        let start = isChecked ? 6 : 4
        let size = isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        let room = start + size
        guard bytes.count >= room else { return nil }
        var bits = BitReader(bytes, at: 8 * start)
        backStep = bits.read(isMPEG1 ? 9 : 8)
        farthestBackStep = isMPEG1 ? 511 : 255
        let channelCount = isMono ? 1 : 2
        format = Format(sampleRate: header.sampleRate, channelCount: channelCount)
        // Private bits, and `scfsi` in MPEG-1.
        bits.skip(isMPEG1 ? (isMono ? 5 : 3) + 4 * channelCount : channelCount)
        var bitCount = 0
        for _ in 0..<(isMPEG1 ? 2 : 1) * channelCount {
            bitCount += bits.read(12)
            bits.skip(isMPEG1 ? 47 : 51)
        }
        soundByteCount = (bitCount + 7) / 8
        roomByteCount = bytes.count - room
        ticks = (isMPEG1 ? 1152 : 576) * Int(Self.tick.den) / header.sampleRate
        tag = Tag(UnsafeRawBufferPointer(rebasing: bytes[room...]))
    }
}

extension Layer3Frame.Tag {
    /// Parses the tag at the start of the main data area.
    fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 12,
            bytes.starts(with: Array("Xing".utf8)) || bytes.starts(with: Array("Info".utf8))
        else { return nil }
        let counts = bytes[7] & 1 != 0
        let count = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
        frameCount = counts ? count : nil
    }
}

/// Reads numbers from bytes, most significant bit first.
private struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func skip(_ count: Int) { position += count }

    mutating func read(_ count: Int) -> Int {
        defer { position += count }
        return (position..<position + count).reduce(0) {
            $0 << 1 | Int(bytes[$1 / 8] >> UInt8(7 - $1 % 8) & 1)
        }
    }
}
