import MediaTime
import SinkMonitor

/// Consecutive recorded frames of one kind.
struct CodedRun: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case silence
        /// Unchanged, consecutive frames of this sound, from this index on.
        case sound(CodedSound, firstIndex: Int)
        /// Frames of no known sound.
        case unknown
    }

    let content: Content
    /// The position of the first frame in the recording.
    let first: Int
    var count: Int
    /// When the monitor delivered the first frame.
    let atMonitor: MonotonicTime
    /// When the sink's clock played the first frame.
    let heard: MonotonicTime

    /// The position after the last frame.
    var end: Int { first + count }

    /// The index of the first frame in `sound`; `nil` if it is of something else.
    func firstIndex(of sound: CodedSound) -> Int? {
        guard case .sound(sound, let index) = content else { return nil }
        return index
    }
}

/// Splits a recording into runs, fragment by fragment.
struct RunFinder {
    /// The runs so far; the last one may continue.
    private(set) var runs: [CodedRun] = []

    mutating func take(_ fragment: MonitorFragment) {
        for frame in 0..<fragment.frameCount {
            let (left, right) = (fragment.samples[2 * frame], fragment.samples[2 * frame + 1])
            let place = fragment.firstFrame + frame
            let content = Self.content(left, right)
            if let last = runs.last, last.end == place, Self.goesOn(last, content) {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(
                    CodedRun(
                        content: content, first: place, count: 1, atMonitor: fragment.arrival,
                        heard: fragment.heard(place)))
            }
        }
    }

    private static func content(_ left: Float, _ right: Float) -> CodedRun.Content {
        if left == 0, right == 0 { return .silence }
        guard let (sound, index) = CodedSound.identify(left: left, right: right) else {
            return .unknown
        }
        return .sound(sound, firstIndex: index)
    }

    private static func goesOn(_ run: CodedRun, _ next: CodedRun.Content) -> Bool {
        switch (run.content, next) {
        case (.silence, .silence), (.unknown, .unknown): true
        case (.sound(let sound, let first), .sound(let other, let index)):
            sound == other && first + run.count == index
        case (.silence, _), (.unknown, _), (.sound, _): false
        }
    }
}
