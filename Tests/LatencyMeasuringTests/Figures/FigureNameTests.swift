import Testing

@testable import LatencyMeasuring

@Suite("The names of figures")
struct FigureNameTests {
    @Test("have a unit and words for people")
    func words() {
        let expected = [
            "first-sound-cold, ms: start of 'interlude play' to its first sound",
            "first-sound-cold-at-monitor, ms: the same, at the monitor",
            "first-sound-warm, ms: 'ctl play' to the first sound of the new stream",
            "first-sound-warm-at-monitor, ms: the same, at the monitor",
            "push, ms: push request to the first sound of the spot",
            "push-at-monitor, ms: the same, at the monitor",
            "push-command, ms: start of 'ctl push' to the first sound of the spot",
            "push-command-at-monitor, ms: the same, at the monitor",
            "marker, ms: marker in a live stream to the first sound of its spot",
            "marker-at-monitor, ms: the same, at the monitor",
            "live-delay, ms: the last frame before the spot in that stream to its sound",
            "marker-beyond-delay, ms: marker to spot, beyond that delay",
            "marker-to-spot, frames: marked break: frames of stream after its marker, before the "
                + "spot",
            "marker-to-stream, frames: marked break: frames of stream lost after its marked end",
            "marker-gap, frames: marked break: frames of gap, and wrong frames of the spot",
            "output, ms: rendered to heard, without changes",
            "to-spot-lost, frames: stream to spot: frames lost",
            "to-spot-doubled, frames: stream to spot: frames repeated",
            "to-spot-gap, frames: stream to spot: frames of gap",
            "to-stream-lost, frames: spot to stream: frames lost",
            "to-stream-doubled, frames: spot to stream: frames repeated",
            "to-stream-gap, frames: spot to stream: frames of gap",
            "late-changes, times: late changes in the event log",
            "wake-ups, 1/s: wake-ups of the sound thread",
            "load-underruns, times: underruns with all cores busy",
            "load-lost, frames: wrong frames with all cores busy",
            "drift, ppm: drift of the sink clock against the system clock",
        ]
        #expect(
            FigureName.allCases.map { "\($0.rawValue), \($0.unit.rawValue): \($0.title)" }
                == expected)
    }

    @Test("have as many digits as count", arguments: FigureName.allCases)
    func digits(name: FigureName) {
        let isCounted = name.unit == .frames || name.unit == .times
        #expect(LatencyTable.number(12.346, name.unit) == (isCounted ? "12" : "12.35"))
    }
}
