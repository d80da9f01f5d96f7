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

    private static let top = 20.0
    private static let bottom = 220.0
    /// The lowest level shown, in decibels.
    private static let floor = -60.0
    /// The greatest number of columns.
    private static let columnCount = 565

    private var scale: TimeScale { TimeScale(range: range, length: SVG.width) }

    var svg: String {
        let curves = SVG.curves(height: Self.bottom, [hill].compactMap { $0 } + loudness)
        return SVG.picture(
            title, height: Self.bottom + 26, margin: .scale,
            bands + grid + [curves] + troubleLines)
    }

    private func x(_ frame: FrameTime) -> Double {
        min(max(scale.position(of: frame), 0), SVG.width)
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
                SVG.line("grid", from: .init(0, y(level)), to: .init(SVG.width, y(level))),
                SVG.text(
                    level == 0 ? "0 dB" : "−\(Int(saturating: -level))", "scale",
                    at: .init(0, y(level) + 4), offset: -6),
            ]
        }
        let ticks = scale.ticks
        let times = ticks.enumerated().flatMap { index, tick -> [String] in
            let x = x(tick.frame)
            let isLast = x > 0.97 * SVG.width
            // A phone has no room for all of them.
            let isFine = ticks.count > 4 && index % 3 != 0
            let style = "tick\(isLast ? " end" : "")\(isFine ? " fine" : "")"
            return [
                SVG.line("axis", from: .init(x, Self.bottom), to: .init(x, Self.bottom + 4)),
                SVG.text(tick.words, style, at: .init(x, Self.bottom + 19)),
            ]
        }
        let base = SVG.line(
            "axis", from: .init(0, Self.bottom), to: .init(SVG.width, Self.bottom))
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
            return [area] + edges + [SVG.label(band.name, from: start, to: end)]
        }
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

    /// Up to ``columnCount`` columns with the highest levels there, and some before and after, so
    /// that lines reach the edges.
    private var columns: [Column] {
        let length = history.framesPerPlace
        let first = max(0, Int(range.start.frames) / length - 1)
        let last = min(history.levels.count, Int(range.end.frames) / length + 3)
        guard first < last else { return [] }
        let width = max(1, (last - first + Self.columnCount - 1) / Self.columnCount)
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
    /// The length of the axis in the units of the picture.
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

    /// The position from the start of the axis; outside of it for frames outside ``range``.
    func position(of frame: FrameTime) -> Double {
        Double(frame - range.start) / Double(max(range.count, 1)) * length
    }
}
