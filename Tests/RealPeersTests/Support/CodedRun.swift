/// Consecutive unchanged frames of a ``CodedSound`` in a recording.
struct CodedRun: Hashable, Sendable {
    /// Their sound.
    let sound: Int
    /// The first one's place in the recording, and its index in the sound.
    let first: Int
    let firstIndex: Int
    var count: Int

    /// The place in the recording after the last one.
    var end: Int { first + count }

    /// The index in the sound after the last one, if the sound does not repeat.
    var endIndex: Int { firstIndex + count }
}

extension [CodedRun] {
    /// Finds `sounds` in a recording of interleaved stereo samples.
    ///
    /// The programme repeats, so its last frame and its first are adjacent. Frames that ramps
    /// changed belong to no run, and a few isolated frames are no run.
    init(in recording: [Float], of sounds: [CodedSound]) {
        self.init()
        var current: CodedRun?
        for frame in 0..<recording.count / 2 {
            let found = Self.identify(recording[2 * frame], recording[2 * frame + 1], sounds)
            if let run = current, let (sound, index) = found, sound.number == run.sound,
                index == run.endIndex % sound.frameCount
            {
                current?.count += 1
                continue
            }
            if let run = current, run.count > 16 { append(run) }
            current = found.map {
                CodedRun(sound: $0.number, first: frame, firstIndex: $1, count: 1)
            }
        }
        if let run = current, run.count > 16 { append(run) }
    }

    private static func identify(
        _ left: Float, _ right: Float, _ sounds: [CodedSound]
    ) -> (CodedSound, Int)? {
        let scaled = left * CodedSound.unit
        guard scaled >= 0, scaled < CodedSound.unit, scaled == scaled.rounded() else { return nil }
        let index = Int(scaled)
        let sound = sounds.first {
            index < $0.frameCount
                && right * CodedSound.unit == Float($0.check(index))
        }
        return sound.map { ($0, index) }
    }
}
