import Foundation
import TestFiles
import TestServers

/// Stereo sound at 48 kHz in which every frame encodes its sound and its index.
///
/// The left sample is the frame's index in units of 2⁻²³; the right one is derived from the index
/// and the sound's number, so that a frame that was changed in any way matches no sound.
struct CodedSound: Hashable, Sendable {
    /// The kind of right samples.
    enum Density: Hashable, Sendable {
        /// Anything between ±½ each, which makes a lossless encoding as large as possible.
        case full
        /// All of them ½, or less in sounds with higher numbers. A lossless encoding is as small as
        /// a lossy one, and frames can be located even after resampling (``PlacedRun``).
        case thin
    }

    /// 0 is the programme, by convention.
    let number: Int
    let frameCount: Int
    var density = Density.full
    var rate = CodedSound.rate

    static let rate = 48_000
    static let unit: Float = 8_388_608

    /// 43.68 s: blocks of FLAC, and one frame. An ffmpeg that repeats the file takes the last block
    /// for one of that length. With a longer last block it would be early by the rest each time,
    /// like a station with a fast clock, which a listener follows.
    private static let programmeFrameCount = 455 * 4608 + 1

    /// The programme. It repeats.
    static let programme = CodedSound(number: 0, frameCount: programmeFrameCount)

    /// A programme of 160 kb/s.
    static func thin(_ number: Int, rate: Int = rate) -> CodedSound {
        CodedSound(number: number, frameCount: programmeFrameCount, density: .thin, rate: rate)
    }

    /// A spot of 1.5 s.
    static func spot(_ number: Int) -> CodedSound {
        CodedSound(number: number, frameCount: 72_000)
    }

    /// The right samples of a thin sound, in units of 2⁻²³.
    var level: Int32 { 4_194_304 / Int32(number + 1) }

    /// The right sample of the frame `index`, in units of 2⁻²³, between ±½.
    func check(_ index: Int) -> Int32 {
        guard density == .full else { return level }
        var mix = UInt32(index) &+ UInt32(number + 1) &* 0x9e37_79b9
        mix = (mix ^ mix >> 16) &* 0x85eb_ca6b
        mix = (mix ^ mix >> 13) &* 0xc2b2_ae35
        return Int32((mix ^ mix >> 16) >> 9) - 4_194_304
    }

    /// Writes the sound as a 24-bit FLAC file into `folder`, and returns its path. Blocks.
    func write(into folder: TemporaryFolder) throws -> String {
        var samples: [Int32] = []
        samples.reserveCapacity(2 * frameCount)
        for index in 0..<frameCount {
            samples.append(Int32(index) << 8)
            samples.append(check(index) << 8)
        }
        let raw = folder.file("sound-\(number).raw")
        let file = folder.file("sound-\(number).flac")
        try samples.withUnsafeBytes { try Data($0).write(to: URL(filePath: raw)) }
        try Command([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "s32le", "-ar", "\(rate)", "-ac", "2",
            "-i", raw, "-c:a", "flac", file,
        ]).successful()
        try FileManager.default.removeItem(atPath: raw)
        return file
    }
}
