import AudioSinks
import Foundation
import Testing

@testable import LatencyMeasuring

extension LatencyResults {
    /// Typical figures.
    static let example = LatencyResults(
        machine: Machine(
            interlude: "0.1.0", server: "pulseaudio 16.1", sink: "interlude_latency_7",
            kernel: "Linux 6.1", cores: 2),
        passes: [
            LatencyPass(
                manner: .pinned,
                samples: [.push: [6.5, 7.25, 8], .toSpotLost: [0, 0, 2], .drift: [-0.25]]),
            LatencyPass(manner: .plain, samples: [.push: [12, 12.5, 13]]),
        ])
}

@Suite("The table of figures")
struct LatencyTableTests {
    @Test("has a row for each figure, with its unit and description")
    func rows() {
        let expected = """
            pulseaudio 16.1, sink interlude_latency_7, 2 cores, Linux 6.1

            5 ms capture: the sink works in blocks of 5 ms
            figure                           unit        n      min   median      p95      max
            push                               ms        3     6.50     7.25     8.00     8.00  \
            push request to the first sound of the spot
            to-spot-lost                   frames        3        0        0        2        2  \
            stream to spot: frames lost
            drift                             ppm        1    -0.25    -0.25    -0.25    -0.25  \
            drift of the sink clock against the system clock

            Plain capture: as for listeners
            figure                           unit        n      min   median      p95      max
            push                               ms        3    12.00    12.50    13.00    13.00  \
            push request to the first sound of the spot
            """
        #expect(LatencyTable.lines(of: .example).joined(separator: "\n") == expected)
    }

    @Test("equals its JSON, which can be read back")
    func json() throws {
        let json = LatencyResults.example.json
        let read = try JSONDecoder().decode(LatencyResults.self, from: Data(json.utf8))
        #expect(read == .example)
        #expect(!json.contains("\n"))
    }
}
