import AudioMixing
import AudioSinks
import MediaTime
import PCMAudio
import TestSignals

/// Recordings of audio whose samples encode their frames.
enum IndexedSound {
    /// The frames in a recording; silence and the other channel are left out.
    static func indices(_ recording: [Float]) -> [Int] {
        stride(from: 0, to: recording.count - 1, by: 2).compactMap { index in
            recording[index] == 0 ? nil : Int(saturating: Double(recording[index]) * 16_777_216)
        }
    }

    /// The first difference between `heard` and `expected`, in words. `heard` may be longer. Frames
    /// that are `nil` in it were lost by the server, and match anything.
    static func difference(_ heard: [Int?], _ expected: [Int]) -> String? {
        let pairs = zip(heard, expected)
        guard let place = pairs.enumerated().first(where: { !Self.agree($1) })?.offset
        else { return heard.count < expected.count ? "\(heard.count) frames heard" : nil }
        let around = max(0, place - 2)..<min(place + 4, heard.count, expected.count)
        let wrong = pairs.dropFirst(place).prefix { !Self.agree($0) }.count
        return "at \(place) for \(wrong): \(heard[around]) instead of \(expected[around])"
    }

    private static func agree(_ pair: (heard: Int?, expected: Int)) -> Bool {
        pair.heard == nil || pair.heard == pair.expected
    }

    /// The first place where `indices` are not consecutive, in words.
    static func gap(in indices: some Collection<Int>) -> String? {
        let first = indices.first ?? 0
        return difference(Array(indices), Array(first..<first + indices.count))
    }

    /// Audio on the left whose samples encode their frames, counted from `first`. The right
    /// channel is silent, and free for a reference stream.
    static func signal(frameCount: Int, first: Int = 1) -> Signal {
        Signal(samples: (0..<frameCount).flatMap { [Float(first + $0) / 16_777_216, 0] })
    }

    /// A mix that plays `frameCount` frames from output frame 0 on; frame n has the index n + 1.
    static func mix(frameCount: Int) -> PublishedMix {
        let store = signal(frameCount: frameCount).stored()
        let mix = PublishedMix()
        mix.publish(
            MixPlan(clips: [
                Clip(
                    source: store.handle, output: FrameRange(.zero, store.end), sourceStart: .zero)
            ]), keeping: [store])
        return mix
    }
}
