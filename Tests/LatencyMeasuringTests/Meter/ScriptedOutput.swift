import Foundation

@testable import LatencyMeasuring

/// What a ``ScriptedSink`` plays: silence, or a stream that a break may interrupt.
struct ScriptedOutput {
    /// A sound, by its file.
    private enum Sound {
        case coded(CodedSound)
        /// Interleaved samples, which start again at the end.
        case samples([Float])

        init(_ path: String) {
            switch (path as NSString).lastPathComponent {
            case "programme.wav": self = .coded(.programme)
            case "other.wav": self = .coded(.otherProgramme)
            case "spot.wav": self = .coded(.spot)
            default:
                // try?: a missing file is silent, and the test fails for that.
                let file = (try? Data(contentsOf: URL(filePath: path))) ?? Data(count: 52)
                self = .samples(
                    file.dropFirst(44).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
            }
        }

        var frameCount: Int {
            switch self {
            case .coded(let sound): sound.frameCount
            case .samples(let samples): samples.count / 2
            }
        }

        func frame(at index: Int) -> (Float, Float) {
            switch self {
            case .coded(let sound): sound.frame(at: index)
            case .samples(let samples): (samples[2 * index], samples[2 * index + 1])
            }
        }
    }

    private var stream: Sound?
    /// A live stream in place of ``stream``.
    private var broadcast: ScriptedBroadcast?
    private var index = 0
    /// The frames that come before the stream; `nil` for silence.
    private var rest: [(sound: Sound?, frames: Range<Int>)] = []
    /// The number of frames played.
    private(set) var position = 0

    mutating func play(_ file: String) {
        (stream, broadcast, index, rest) = (Sound(file), nil, 0, [])
    }

    /// Plays the first frames of a sound, and then silence.
    mutating func play(_ file: String, frameCount: Int) {
        silence()
        rest = [(Sound(file), 0..<frameCount)]
    }

    mutating func play(live address: String, _ manner: ScriptedBroadcast.Manner) {
        silence()
        broadcast = ScriptedBroadcast(of: address, manner)
    }

    mutating func silence() { (stream, broadcast, rest) = (nil, nil, []) }

    /// Skips frames of the stream, or repeats them.
    mutating func move(by frameCount: Int) { index += frameCount }

    /// Interrupts the stream with `parts` of a spot, or with the whole spot if it is shorter.
    mutating func push(_ file: String, parts: [Range<Int>], gaps: [Int], move frameCount: Int) {
        let spot = Sound(file)
        rest = [(nil, 0..<gaps[0])]
        if case .coded = spot {
            rest += parts.map { (spot, $0) }
        } else {
            rest.append((spot, 0..<spot.frameCount))
        }
        rest.append((nil, 0..<gaps[1]))
        move(by: frameCount)
    }

    /// The next interleaved samples.
    mutating func take(_ frameCount: Int) -> [Float] {
        position += frameCount
        return (0..<frameCount).flatMap { _ in
            let (left, right) = next()
            return [left, right]
        }
    }

    private mutating func next() -> (Float, Float) {
        while let (sound, frames) = rest.first {
            guard let first = frames.first else {
                rest.removeFirst()
                continue
            }
            rest[0].frames.removeFirst()
            return sound?.frame(at: first) ?? (0, 0)
        }
        guard let stream else { return broadcast?.next() ?? (0, 0) }
        defer { index += 1 }
        return stream.frame(at: index % stream.frameCount)
    }
}
