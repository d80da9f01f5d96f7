import MediaTime
import ReportPages
import TestFiles
import Testing

@testable import LatencyMeasuring

@Suite("The page of figures")
struct LatencyReportTests {
    /// Two tones; the second one is in frames 2000 to 3999.
    private static let breakSamples = (0..<6000).flatMap { frame -> [Float] in
        let isSpot = (2000..<4000).contains(frame)
        let sample: Float = frame % 40 < 20 ? 0.5 : -0.5
        return isSpot ? [0, sample / 2] : [sample, 0]
    }

    @Test("has the figure at the monitor beside each that is measured there")
    func monitor() {
        let figures = ReportSection.allCases.map { [$0.figure, $0.atMonitor] }
        #expect(
            figures == [
                [.push, .pushAtMonitor], [.pushCommand, .pushCommandAtMonitor],
                [.marker, .markerAtMonitor],
                [.firstSoundWarm, .firstSoundWarmAtMonitor],
                [.firstSoundCold, .firstSoundColdAtMonitor], [.output, nil],
            ])
    }

    @Test("equals the kept text")
    func golden() throws {
        let page = LatencyReport(
            results: .example, joint: JointPicture(cutting: Self.breakSamples))
        let lines = page.html.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        let kept = try KeptText("latency-report", recording: lines)
        #expect(lines == kept.lines)
    }

    @Test("loads nothing from elsewhere, and runs no scripts")
    func selfContained() {
        let html = LatencyReport(results: .example).html
        for word in ["<script", "http:", "https:", "src=", "@import", "url("] {
            #expect(!html.contains(word), "\(word)")
        }
    }

    @Test("writes foreign names as text")
    func escaped() {
        var results = LatencyResults.example
        results.machine.sink = "<b>&\"x\""
        #expect(LatencyReport(results: results).html.contains("sink &lt;b&gt;&amp;&quot;x&quot;"))
    }

    @Test("shows at a glance whether frames are missing", arguments: [(0, "good"), (2, "bad")])
    func verdict(lost: Double, verdict: String) {
        var results = LatencyResults.example
        results.passes = [LatencyPass(manner: .plain, samples: [.toSpotLost: [0, lost]])]
        let html = LatencyReport(results: results).html
        let count = Int(saturating: lost)
        #expect(html.contains("<div class=\"tile \(verdict)\"><b>\(count) <small>frames"))
    }

    @Test("counts the frames by which marked breaks are off, early or late")
    func markers() {
        var results = LatencyResults.example
        results.passes = [
            LatencyPass(
                manner: .plain,
                samples: [
                    .toSpotLost: [0], .marker: [1040, 1041], .markerAtMonitor: [1030, 1031],
                    .markerToSpot: [-3, 2], .markerToStream: [0, -1], .markerGap: [0, 4],
                ])
        ]
        let html = LatencyReport(results: results).html
        #expect(html.contains("10 frames were lost, repeated or inserted at 6 joints."), "\(html)")
        #expect(html.contains("<h2>Marker in a live stream to first sound</h2>"))
        #expect(html.contains("<code>marker-to-spot</code>"))
    }

    @Test("has minus signs for negative numbers, and no hyphens")
    func minus() {
        var results = LatencyResults.example
        results.passes = [
            LatencyPass(
                manner: .plain, samples: [.drift: [-12.5], .markerToSpot: [-3], .output: [-0.5]])
        ]
        let html = LatencyReport(results: results).html
        for cell in ["−12.50", "−3", "−0.50"] { #expect(html.contains(">\(cell)<"), "\(cell)") }
        #expect(html.contains(">−0.50 ms<"))
        #expect(!html.contains(/>-\d/))
    }

    @Test("shows at a glance whether there were underruns", arguments: [(0, "good"), (3, "bad")])
    func load(count: Int, verdict: String) {
        var results = LatencyResults.example
        results.passes = [
            LatencyPass(manner: .pinned, samples: [.loadUnderruns: [0]]),
            LatencyPass(manner: .plain, samples: [.loadUnderruns: [Double(count)]]),
        ]
        let html = LatencyReport(results: results).html
        #expect(html.contains("<div class=\"tile \(verdict)\"><b>\(count)"), "\(html)")
        #expect(html.contains("underruns with all cores busy"))
        #expect(!LatencyReport(results: .example).html.contains("underruns with all cores busy"))
    }

    @Test(
        "begins with its verdict",
        arguments: [
            (0, [], "Passed", "No frame was lost, repeated or inserted at 4 joints."),
            (2, [], "Not exact", "2 frames were lost, repeated or inserted at 4 joints."),
            (0, ["push is slow"], "Failed", "No frame was lost"),
        ] as [(Double, [String], String, String)])
    func beginning(lost: Double, violations: [String], word: String, sentence: String) {
        var results = LatencyResults.example
        results.passes = [
            LatencyPass(manner: .plain, samples: [.push: [12.5], .toSpotLost: [0, lost]])
        ]
        var report = LatencyReport(results: results)
        report.violations = violations
        let html = report.html
        #expect(html.contains(word))
        #expect(html.contains("was heard after 12.5 ms (median). \(sentence)"), "\(html)")
        for violation in violations { #expect(html.contains(violation)) }
    }

    @Test("shows a break around the spot's first and last frame")
    func picture() throws {
        let picture = try #require(JointPicture(cutting: Self.breakSamples))
        let reach = JointPicture.reach
        #expect(picture.toSpot.spot.count == 2 * reach)
        #expect(picture.toSpot.spot[..<reach].allSatisfy { $0 == 0 })
        #expect(picture.toSpot.spot[reach] != 0)
        #expect(picture.toStream.spot[reach] != 0)
        #expect(picture.toStream.spot[(reach + 1)...].allSatisfy { $0 == 0 })
        #expect(JointPicture(cutting: [0, 0, 0.5, 0.5]) == nil)
    }

    @Test(
        "has axes that hold everything, with round numbers",
        arguments: [
            (13, [0, 5, 10, 15]), (6, [0, 1, 2, 3, 4, 5, 6]),
            (0.3, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
            (199, [0, 50, 100, 150, 200]),
        ] as [(Double, [Double])])
    func axis(greatest: Double, ticks: [Double]) {
        let scale = PlotScale(holding: greatest, length: 100)
        #expect(scale.ticks.count == ticks.count)
        for (tick, wanted) in zip(scale.ticks, ticks) { #expect(abs(tick - wanted) < 1e-9) }
        #expect(scale.position(of: 0) == 0)
        #expect(abs(scale.position(of: scale.end) - 100) < 1e-9)
    }
}
