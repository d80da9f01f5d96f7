import MediaTime
import SinkMonitor

@testable import LatencyMeasuring

/// A possible output of a monitor, put together piece by piece.
struct Heard {
    private(set) var samples: [Float] = []

    func silence(_ count: Int) -> Heard { adding(Array(repeating: 0, count: 2 * count)) }

    func noise(_ count: Int) -> Heard { adding(Array(repeating: 0.3, count: 2 * count)) }

    /// The frames of `sound` with these indices.
    func frames(_ indices: Range<Int>, of sound: CodedSound) -> Heard {
        adding(
            indices.flatMap { index in
                let (left, right) = sound.frame(at: index)
                return [left, right]
            })
    }

    private func adding(_ more: [Float]) -> Heard {
        var heard = self
        heard.samples += more
        return heard
    }

    /// The runs in it, found in fragments of `size` frames that arrive one per millisecond from the
    /// first second on; the sink's clock began at zero.
    func runs(inFragmentsOf size: Int = 240) -> [CodedRun] {
        var finder = RunFinder()
        for (number, first) in stride(from: 0, to: samples.count / 2, by: size).enumerated() {
            let end = min(first + size, samples.count / 2)
            finder.take(
                MonitorFragment(
                    samples: Array(samples[2 * first..<2 * end]), firstFrame: first,
                    arrival: MonotonicTime(nanoseconds: 1_000_000 * Int64(1000 + number)),
                    origin: MonotonicTime(nanoseconds: 0)))
        }
        return finder.runs
    }
}
