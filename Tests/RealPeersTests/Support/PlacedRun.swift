/// A part of a recording with a thin ``CodedSound`` at full level and without a gap, perhaps
/// resampled.
struct PlacedRun: Hashable, Sendable {
    /// Its sound.
    let sound: Int
    /// The first frame's place in the recording, and in the sound.
    let first: Int
    let firstPlace: Double
    private(set) var count = 1
    private(set) var lastPlace: Double

    /// The place in the recording after the last one.
    var end: Int { first + count }

    fileprivate init(sound: Int, at frame: Int, place: Double) {
        self.sound = sound
        first = frame
        firstPlace = place
        lastPlace = place
    }

    /// Adds the next frame, if it is consecutive.
    fileprivate mutating func take(_ place: Double) -> Bool {
        guard abs(place - lastPlace - 1) < 0.5 else { return false }
        lastPlace = place
        count += 1
        return true
    }
}

extension [PlacedRun] {
    /// Finds `sounds` in a recording of interleaved stereo samples.
    ///
    /// Frames that ramps changed belong to no run, and less than 10 isolated ms are no run.
    init(in recording: [Float], of sounds: [CodedSound]) {
        self.init()
        var current: PlacedRun?
        for frame in 0..<recording.count / 2 {
            let found = Self.identify(recording[2 * frame], recording[2 * frame + 1], sounds)
            if let (sound, place) = found, current?.sound == sound.number,
                current?.take(place) == true
            {
                continue
            }
            if let run = current, run.count > 480 { append(run) }
            current = found.map { PlacedRun(sound: $0.number, at: frame, place: $1) }
        }
        if let run = current, run.count > 480 { append(run) }
    }

    private static func identify(
        _ left: Float, _ right: Float, _ sounds: [CodedSound]
    ) -> (CodedSound, place: Double)? {
        let level = right * CodedSound.unit
        let sound = sounds.first { abs(level - Float($0.level)) < $0.tolerance }
        return sound.map {
            // A resampler's gain is not quite unity, and ripples, but is the same for both samples.
            let index = Double(left) / Double(right) * Double($0.level)
            return ($0, place: index * Double(CodedSound.rate) / Double($0.rate))
        }
    }
}

extension CodedSound {
    /// How far a right sample at full level may be off that level.
    fileprivate var tolerance: Float {
        rate == Self.rate ? 8 : Float(level) / 1000
    }
}
