import MediaTime
import ReportPages

/// The levels of a session over time: true peaks as an area, loudness as a line in the colour of the
/// stream or the spot, spots as bands, and faults as dashed lines.
struct LevelPlot {
    var title: String
    var history: LevelHistory
    /// The output frames shown.
    var range: FrameRange
    var spots: [Band]
    var troubles: [FrameTime]

    /// A spot with the name above it.
    struct Band {
        var range: FrameRange
        var name: String
    }

    private static let width = 900.0
    private static let left = 42.0
    private static let right = 890.0
    private static let top = 20.0
    private static let bottom = 220.0
    /// The lowest level shown, in decibels.
    private static let floor = -60.0
    /// The width of a column in pixels.
    private static let grain = 1.5
    /// The width of a letter in pixels.
    private static let letter = 6.5

    private var scale: TimeScale { TimeScale(range: range, length: Self.right - Self.left) }

    var svg: String {
        SVG.picture(
            title, width: Self.width, height: Self.bottom + 26,
            bands + grid + [hill].compactMap { $0 } + loudness + troubleLines)
    }

    private func x(_ frame: FrameTime) -> Double {
        min(max(Self.left + scale.position(of: frame), Self.left), Self.right)
    }

    private func y(_ decibels: Double) -> Double {
        let share = min(max(decibels / Self.floor, 0), 1)
        return Self.top + share * (Self.bottom - Self.top)
    }
}

// MARK: - Axes and bands

extension LevelPlot {
    private var grid: [String] {
        let levels = stride(from: 0, through: Self.floor, by: -20).flatMap { level in
            [
                SVG.line("grid", from: .init(Self.left, y(level)), to: .init(Self.right, y(level))),
                SVG.text(
                    level == 0 ? "0 dB" : "−\(Int(saturating: -level))", "scale",
                    at: .init(Self.left - 6, y(level) + 4)),
            ]
        }
        let times = scale.ticks.flatMap { tick -> [String] in
            let x = x(tick.frame)
            let isLast = x > Self.right - 20
            return [
                SVG.line("axis", from: .init(x, Self.bottom), to: .init(x, Self.bottom + 4)),
                SVG.text(
                    tick.words, isLast ? "tick end" : "tick", at: .init(x, Self.bottom + 19)),
            ]
        }
        let base = SVG.line(
            "axis", from: .init(Self.left, Self.bottom), to: .init(Self.right, Self.bottom))
        return levels + [base] + times
    }

    private var bands: [String] {
        let shown = spots.filter { !$0.range.intersection(range).isEmpty }
        return shown.flatMap { band -> [String] in
            let (start, end) = (x(band.range.start), x(band.range.end))
            let area = SVG.rectangle(
                "band", x: start, y: Self.top, width: max(end - start, 1),
                height: Self.bottom - Self.top)
            let edges = [band.range.start, band.range.end].filter {
                $0 >= range.start && $0 <= range.end
            }.map {
                SVG.line("joint", from: .init(x($0), Self.top), to: .init(x($0), Self.bottom))
            }
            let name = shortened(band.name, to: end - start)
            let words = name.map {
                SVG.text($0, "name", at: .init((start + end) / 2, Self.top - 6))
            }
            return [area] + edges + [words].compactMap { $0 }
        }
    }

    /// `name` shortened to `width` pixels; `nil` if nothing fits.
    private func shortened(_ name: String, to width: Double) -> String? {
        let room = Int(saturating: width / Self.letter)
        if name.count <= room { return name }
        return room >= 3 ? "\(name.prefix(room - 1))…" : nil
    }

    private var troubleLines: [String] {
        troubles.filter { range.contains($0) }.map {
            SVG.line("trouble", from: .init(x($0), Self.top), to: .init(x($0), Self.bottom))
        }
    }
}

// MARK: - Levels

extension LevelPlot {
    /// The levels of one column in decibels; `nil` without a measurement.
    private struct Column {
        var frame: FrameTime
        var loudness: Double?
        var truePeak: Double
    }

    /// One column per ``grain`` pixels with the highest levels there, and some before and after, so
    /// that lines reach the edges.
    private var columns: [Column] {
        let length = history.framesPerPlace
        let first = max(0, Int(range.start.frames) / length - 1)
        let last = min(history.levels.count, Int(range.end.frames) / length + 3)
        guard first < last else { return [] }
        let wanted = Int(saturating: (Self.right - Self.left) / Self.grain)
        let width = max(1, (last - first + wanted - 1) / wanted)
        return stride(from: first, to: last, by: width).map { start in
            let levels = history.levels[start..<min(start + width, last)]
            return Column(
                frame: FrameTime(Int64((2 * start + levels.count) * length / 2)),
                loudness: levels.compactMap(\.loudness).max(),
                truePeak: levels.map { Double($0.truePeak) }.max() ?? -.infinity)
        }
    }

    private var hill: String? {
        let tops = columns.map { SVG.Point(x($0.frame), y($0.truePeak)) }
        guard let first = tops.first, let last = tops.last else { return nil }
        return SVG.path(
            "level",
            [SVG.Point(first.x, Self.bottom)] + tops + [SVG.Point(last.x, Self.bottom)])
    }

    /// A line for the stream and one for spots, each with gaps during the other.
    private var loudness: [String] {
        var pieces: [(sound: Sound, points: [SVG.Point])] = []
        var sound: Sound?
        for column in columns {
            let frame = column.frame - LevelHistory.delay
            guard let loudness = column.loudness, range.contains(frame) else {
                sound = nil
                continue
            }
            let now: Sound = spots.contains { $0.range.contains(frame) } ? .spot : .stream
            if now != sound {
                // Continue where the other line ended.
                let joint = sound == nil ? nil : pieces.last?.points.last
                pieces.append((now, [joint].compactMap { $0 }))
            }
            sound = now
            pieces[pieces.count - 1].points.append(SVG.Point(x(frame), y(loudness)))
        }
        return Sound.allCases.compactMap { sound in
            let lines = pieces.filter { $0.sound == sound }.map(\.points)
            return lines.isEmpty ? nil : SVG.path("loudness \(sound.rawValue)", lines)
        }
    }

    private enum Sound: String, CaseIterable {
        case stream, spot
    }
}

/// A time axis for output frames, with ticks at round times.
struct TimeScale: Hashable, Sendable {
    let range: FrameRange
    /// The length of the axis in pixels.
    let length: Double

    /// The distance of two ticks in milliseconds.
    private var step: Int {
        let wanted = Duration.frames(range.count).inSeconds * 1000 / 8
        let steps = [
            50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
            600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000,
        ]
        return steps.first { Double($0) >= wanted } ?? 86_400_000
    }

    /// The ticks with their labels.
    var ticks: [(frame: FrameTime, words: String)] {
        let stepFrameCount = step * FrameTime.rate / 1000
        let first = (Int(range.start.frames) + stepFrameCount - 1) / stepFrameCount
        let last = Int(range.end.frames) / stepFrameCount
        guard first <= last else { return [] }
        return (first...last).map { number in
            let frame = FrameTime(Int64(number * stepFrameCount))
            let isFine = step % 1000 != 0
            return (
                frame,
                isFine ? "\(Figures.hundredths(frame.seconds)) s" : Figures.clock(frame.duration)
            )
        }
    }

    /// The position in pixels from the start of the axis; outside of it for frames outside ``range``.
    func position(of frame: FrameTime) -> Double {
        Double(frame - range.start) / Double(max(range.count, 1)) * length
    }
}
