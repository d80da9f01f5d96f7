import Foundation
import ReportPages
import Testing

@testable import LatencyMeasuring

@Suite("A limit on a figure")
struct LatencyLimitTests {
    @Test(
        "is on the median unless it names another number",
        arguments: [
            ("push=12.5", []),
            ("push=8", ["push.median is 12.50 ms with the plain capture, above"]),
            ("push.p95=12", ["push.p95 is 13.00 ms with the plain capture, above"]),
            ("push.min=13", []), ("drift=0.25", ["drift was not measured with the plain capture"]),
            (
                "drift=0.1",
                ["drift.median is -0.25 ppm with the 5 ms capture", "drift was not measured"]
            ),
            ("marker-to-spot=0", ["marker-to-spot was not", "marker-to-spot was not measured"]),
            ("to-spot-lost=0", ["to-spot-lost was not measured with the plain capture"]),
            (
                "to-spot-lost.max=0",
                ["to-spot-lost.max is 2 frames with the 5 ms capture", "to-spot-lost was not"]
            ),
        ] as [(String, [String])])
    func violations(text: String, expected: [String]) throws {
        let found = try LatencyLimit(parsing: text).violations(in: .example)
        #expect(found.count == expected.count, "\(found)")
        for (line, beginning) in zip(found, expected) {
            #expect(line.hasPrefix(beginning), "\(line)")
        }
    }

    @Test(
        "that makes no sense is reported",
        arguments: [
            "", "push", "push=", "push=-1", "push=x", "shove=3", "push.mean=3", "push.a.b=1",
        ])
    func nonsense(text: String) {
        #expect(throws: LatencyLimit.Unusable.self) { try LatencyLimit(parsing: text) }
    }
}

@Suite("Figures compared with earlier ones")
struct LatencyComparisonTests {
    @Test("are written with their ratio if both were measured")
    func rows() {
        var later = LatencyResults.example
        later.passes[0] = LatencyPass(
            manner: .pinned, samples: [.push: [3.625], .toSpotLost: [0, 0], .output: [100]])
        later.passes.removeLast()
        let lines = LatencyComparison.lines(of: later, against: .example)
        let expected = """

            Compared with pulseaudio 16.1, 5 ms capture
            figure                           unit     then      now    ratio p95 then  p95 now    ratio
            push                               ms     7.25     3.63    0.50x     8.00     3.63    0.45x  \
            push request to the first sound of the spot
            to-spot-lost                   frames        0        0        –        2        0    0.00x  \
            stream to spot: frames lost
            """
        #expect(lines.joined(separator: "\n") == expected)
    }

    @Test("leave out those that an older file does not have")
    func older() throws {
        let older = try #require(LatencyResults(json: Data(LatencyResults.example.json.utf8)))
        var later = LatencyResults.example
        later.passes[0] = LatencyPass(
            manner: .pinned, samples: [.push: [7.25], .marker: [1040], .markerToSpot: [0]])
        let rows = later.lines(comparedWith: older).map { $0.prefix { $0 != " " } }
        #expect(rows.contains("push"))
        #expect(!rows.contains("marker"))
        #expect(!rows.contains("marker-to-spot"))
    }

    @Test("are shown even from a file with unmeasured ones")
    func outOfBounds() {
        var earlier = LatencyResults.example
        let summary = Summary(count: 1, min: 0, median: 1e300, p95: -1e300, max: 1e-300)
        for index in earlier.passes[0].figures.indices {
            earlier.passes[0].figures[index].summary = summary
        }
        let lines = LatencyComparison.lines(of: .example, against: earlier)
        #expect(lines[3].contains(" ms        ∞     7.25    0.00x       -∞ "), "\(lines[3])")
        #expect(LatencyComparison.ratio(of: 1, to: 1e-300) == "∞x")
    }
}
