import Foundation
import TestFiles
import TestServers

/// Stereo sound at 48 kHz in which every frame says of which sound it is and which frame.
///
/// The left sample is the frame's index in units of 2⁻²³; the right one is made from the index
/// and the sound's number, so that a frame that was changed in any way is no frame of any sound.
struct CodedSound: Hashable, Sendable {
    /// 0 is the programme, by custom.
    let number: Int
    let frameCount: Int

    static let rate = 48_000
    static let unit: Float = 8_388_608

    /// The programme: 43.7 s. It repeats.
    static let programme = CodedSound(number: 0, frameCount: 1 << 21)

    /// A spot of 1.5 s.
    static func spot(_ number: Int) -> CodedSound {
        CodedSound(number: number, frameCount: 72_000)
    }

    /// The right sample of the frame `index`, in units of 2⁻²³, between ±½.
    static func check(_ index: Int, number: Int) -> Int32 {
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
            samples.append(Self.check(index, number: number) << 8)
        }
        let raw = folder.file("sound-\(number).raw")
        let file = folder.file("sound-\(number).flac")
        try samples.withUnsafeBytes { try Data($0).write(to: URL(filePath: raw)) }
        try Command([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "s32le", "-ar", "\(Self.rate)", "-ac", "2",
            "-i", raw, "-c:a", "flac", file,
        ]).successful()
        try FileManager.default.removeItem(atPath: raw)
        return file
    }
}
