import MediaTime

/// Which moment of the programme belonged to which moment of the output, and back.
///
/// There are three timelines. *Output time* runs as long as anything is rendered, also silence.
/// *Stream time* is the programme's own. *Integrated time* is stream time and the length of all
/// breaks that held the stream: it stands in a pause, and runs in every break.
public struct ProgrammeMap: Hashable, Sendable, Codable {
    /// The earliest first.
    private var stretches: [Stretch] = []

    /// The earliest stretches are left out beyond this number.
    private static let mostStretches = 1024

    public init() {}

    /// The output from one event to the next. A map from elsewhere may have any numbers.
    private struct Stretch: Hashable, Codable {
        let output: Int64
        /// The stream frame at `output`.
        let stream: Int64
        let course: Course
        /// How much longer integrated time was than stream time at `output`.
        let inserted: Int64

        func stream(at frame: Int64) -> Int64 {
            course.runs ? stream &+ (frame &- output) : stream
        }

        func inserted(at frame: Int64) -> Int64 {
            course == .held ? inserted &+ (frame &- output) : inserted
        }
    }

    private enum Course: String, Hashable, Codable {
        case heard
        /// The stream goes on, and an advertisement is heard in its place.
        case covered
        /// The stream stands still in a break.
        case held
        /// The stream stands still.
        case standing

        var runs: Bool { self == .heard || self == .covered }
    }

    /// The moment of the stream at `output`; the one at which it stands, while it does. `nil` before
    /// the stream was heard, and for what was left out.
    public func streamTime(atOutput output: Duration) -> Duration? {
        let frame = FrameTime(output).frames
        return stretch(at: frame).map { FrameTime($0.stream(at: frame)).duration }
    }

    /// The moment of the integrated timeline at `output`; `nil` as in ``streamTime(atOutput:)``.
    public func integratedTime(atOutput output: Duration) -> Duration? {
        let frame = FrameTime(output).frames
        return stretch(at: frame).map {
            FrameTime($0.stream(at: frame) &+ $0.inserted(at: frame)).duration
        }
    }

    /// When this moment of the stream was last heard, or would have been without the advertisement
    /// over it; `nil` if it was not.
    ///
    /// In the last stretch, it is when the moment will be heard if nothing happens.
    public func outputTime(ofStream stream: Duration) -> Duration? {
        let frame = FrameTime(stream).frames
        for (index, stretch) in stretches.enumerated().reversed() where stretch.course.runs {
            let output = stretch.output &+ (frame &- stretch.stream)
            let end = index + 1 < stretches.count ? stretches[index + 1].output : .max
            if output >= stretch.output, output < end { return FrameTime(output).duration }
        }
        return nil
    }

    /// When this moment of the integrated timeline was last reached; `nil` if it was not.
    ///
    /// In the last stretch, it is when the moment will be reached if nothing happens.
    public func outputTime(ofIntegrated integrated: Duration) -> Duration? {
        let frame = FrameTime(integrated).frames
        for (index, stretch) in stretches.enumerated().reversed()
        where stretch.course != .standing {
            let start = stretch.stream &+ stretch.inserted
            let output = stretch.output &+ (frame &- start)
            let end = index + 1 < stretches.count ? stretches[index + 1].output : .max
            if output >= stretch.output, output < end { return FrameTime(output).duration }
        }
        return nil
    }

    /// Whether the programme is audible at `output`.
    public func isHeard(atOutput output: Duration) -> Bool {
        stretch(at: FrameTime(output).frames)?.course == .heard
    }

    private func stretch(at frame: Int64) -> Stretch? {
        stretches.last { $0.output <= frame }
    }

    /// Takes the next line of an event log.
    mutating func note(_ record: EventRecord) {
        let frame = record.frame
        let place: Int64? =
            if case .integer(let place)? = record["streamFrame"] { place } else { nil }
        switch record.event {
        case "session.playing", "stream.resumed": begin(.heard, at: frame, place)
        case "stream.shifted": begin(stretches.last?.course ?? .heard, at: frame, place)
        case "stream.muted": if place != nil { begin(.covered, at: frame, place) }
        case "stream.ducked": begin(.heard, at: frame, place)
        case "stream.held": begin(.held, at: frame, place)
        case "stream.underrun": if place != nil { begin(.standing, at: frame, place) }
        case "session.paused", "session.stopping", "session.stopped", "session.failed":
            begin(.standing, at: frame, nil)
        default: break
        }
    }

    private mutating func begin(_ course: Course, at frame: Int64, _ place: Int64?) {
        let before = stretch(at: frame)
        guard let place = place ?? before?.stream(at: frame) else { return }
        let inserted = before?.inserted(at: frame) ?? 0
        stretches.removeAll { $0.output >= frame }
        stretches.append(
            Stretch(output: frame, stream: place, course: course, inserted: inserted))
        stretches.removeFirst(max(0, stretches.count - Self.mostStretches))
    }
}
