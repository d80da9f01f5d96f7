import MediaTime

/// A stereo sound at 48 kHz in which every frame encodes the number of the sound and its own index.
///
/// The left sample is the index in units of 2⁻²³. The right sample is a hash of the index and the
/// number of the sound, so a frame that was changed in any way is not identified.
struct CodedSound: Hashable, Sendable {
    let number: Int
    let frameCount: Int

    /// The programme, 87 s, and another one to change to.
    static let programme = CodedSound(number: 0, frameCount: 1 << 22)
    static let otherProgramme = CodedSound(number: 1, frameCount: 1 << 21)

    /// The pushed spot, 50 ms.
    static let spot = CodedSound(number: 2, frameCount: 2400)

    /// The spot of a marked break, which it fills exactly.
    static let markedSpot = CodedSound(number: 3, frameCount: MarkedStream.breakLength)

    private static let all = [programme, otherProgramme, spot, markedSpot]
    private static let unit: Float = 8_388_608

    /// The samples of the frame `index`.
    func frame(at index: Int) -> (left: Float, right: Float) {
        (Float(index) / Self.unit, Float(check(index)) / Self.unit)
    }

    /// The right sample of the frame `index`, in units of 2⁻²³, between ±½.
    private func check(_ index: Int) -> Int32 {
        var mix = UInt32(index) &+ UInt32(number + 1) &* 0x9e37_79b9
        mix = (mix ^ mix >> 16) &* 0x85eb_ca6b
        mix = (mix ^ mix >> 13) &* 0xc2b2_ae35
        return Int32((mix ^ mix >> 16) >> 9) - 4_194_304
    }

    /// The sound and the index of a frame; `nil` for another frame.
    static func identify(left: Float, right: Float) -> (sound: CodedSound, index: Int)? {
        let scaled = left * unit
        guard scaled >= 0, scaled < unit, scaled == scaled.rounded() else { return nil }
        let index = Int(saturating: Double(scaled))
        for sound in all where index < sound.frameCount {
            if right * unit == Float(sound.check(index)) { return (sound, index) }
        }
        return nil
    }

    /// All samples, interleaved.
    var samples: [Float] { samples(of: 0..<frameCount) }

    /// The samples of some frames, interleaved.
    func samples(of frames: Range<Int>) -> [Float] {
        [Float](unsafeUninitializedCapacity: 2 * frames.count) { samples, count in
            for (place, index) in frames.enumerated() {
                (samples[2 * place], samples[2 * place + 1]) = frame(at: index)
            }
            count = 2 * frames.count
        }
    }
}
