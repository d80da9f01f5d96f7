import AudioSinks
import Foundation
import MediaTime
import SinkMonitor
import Synchronization
import Testing

@testable import LatencyMeasuring

@Suite("A listener at a sink")
struct ListenerTests {
    private static let stage = Result { () throws(MeasurementError) in
        LatencyStage(server: "server", sinkName: "sink", files: try LatencyFiles())
    }

    private func listener(
        _ capture: HeldCapture, until interruption: Interruption = Interruption()
    ) throws -> Listener {
        Listener(on: try Self.stage.get(), manner: .plain, until: interruption, with: capture)
    }

    @Test("captures the sink of its stage until it is closed")
    func capture() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        #expect(capture.places == ["server sink plain"])
        #expect(listener.now == 0)
        capture.take(Heard().silence(100).frames(0..<50, of: .spot))
        #expect(listener.now == 150)
        #expect(listener.runs.map(\.content) == [.silence, .sound(.spot, firstIndex: 0)])
        listener.close()
        #expect(capture.places == ["server sink plain", "stopped"])
    }

    @Test("finds what was heard from a place on, and nothing earlier")
    func places() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        capture.take(Heard().frames(0..<50, of: .spot).silence(50).frames(0..<20, of: .spot))
        for (place, expected) in [
            (0, [0, 50, 100]), (50, [0, 50, 100]), (51, [50, 100]), (101, [100]),
        ] {
            let found = try listener.wait(for: "", from: place) { $0.map(\.first) }
            #expect(found == expected, "\(place)")
        }
    }

    @Test("waits for what comes later")
    func later() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        var calls = 0
        let found = try listener.wait(for: "a spot") { runs in
            calls += 1
            if calls == 1 { capture.takeLater(Heard().frames(0..<50, of: .spot)) }
            return runs.first
        }
        #expect(found.count == 50)
        #expect(calls == 2)
    }

    @Test("returns the position after the time for which it listened")
    func listening() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        capture.take(Heard().silence(10))
        let hasListened = Atomic(false)
        Thread.detachNewThread {
            while !hasListened.load(ordering: .relaxed) { capture.take(Heard().silence(48)) }
        }
        let begin = listener.now
        let end = try listener.listen(for: .milliseconds(10))
        hasListened.store(true, ordering: .relaxed)
        #expect(end >= begin + 480)
        #expect((end - 10).isMultiple(of: 48))
    }

    @Test("names what was not heard in time")
    func timeout() throws {
        let listener = try listener(HeldCapture())
        let error = #expect(throws: MeasurementError.self) {
            try listener.wait(for: "a spot", within: .milliseconds(1)) { _ in nil as Int? }
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.description.hasPrefix("a spot was not heard at the monitor") == true)
    }

    @Test("passes on why a capture fails, after what was heard before")
    func failure() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        capture.take(Heard().silence(10))
        capture.fail("the server is gone")
        #expect(try listener.wait(for: "") { $0.first }.count == 10)
        let error = #expect(throws: MeasurementError.self) {
            try listener.wait(for: "a spot") { _ in nil as Int? }
        }
        #expect(error == MeasurementError(.unavailable, "the server is gone"))
    }

    @Test("closes the capture of a meter that cannot begin")
    func failedMeter() throws {
        let capture = HeldCapture(failure: "no monitor")
        let stage = try Self.stage.get()
        let error = #expect(throws: MeasurementError.self) {
            _ = try LatencyMeter(on: stage, manner: .plain, until: Interruption(), with: capture)
        }
        #expect(error == MeasurementError(.unavailable, "no monitor"))
        #expect(capture.places.last == "stopped")
    }

    @Test("ends at an interruption")
    func interruption() throws {
        let interruption = Interruption()
        let listener = try listener(HeldCapture(), until: interruption)
        interruption.occur()
        let error = #expect(throws: MeasurementError.self) {
            try listener.wait(for: "a spot") { _ in nil as Int? }
        }
        #expect(error == MeasurementError(.unavailable, "interrupted before the end"))
    }

    @Test("keeps the samples of a time, and no others")
    func samples() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        let (early, kept) = (Heard().silence(3), Heard().frames(5..<9, of: .spot))
        capture.take(early)
        for _ in 0..<2 {
            let samples = try listener.keepingSamples { () throws(MeasurementError) in
                capture.take(kept)
            }
            #expect(samples == kept.samples)
            capture.take(early)
        }
    }

    @Test("finds the drift of the sink in what it captures")
    func drift() throws {
        let capture = HeldCapture()
        let listener = try listener(capture)
        #expect(listener.drift == nil)
        for second in 0..<10 {
            capture.take(
                Heard().silence(1), at: Double(second), origin: 1 - Double(second) * 100e-6)
        }
        let drift = try #require(listener.drift)
        #expect(abs(drift - 100) < 1)
    }
}

/// A capture of what a test passes to it.
private final class HeldCapture: SinkCapture {
    private struct State {
        var places: [String] = []
        var position = 0
        var report: (@Sendable (MonitorCapture.Report) -> Void)?
    }

    private let state = Mutex(State())
    private let failure: String?

    /// It fails at once with `failure`, if there is one.
    init(failure: String? = nil) { self.failure = failure }

    /// What was captured, and whether it was stopped.
    var places: [String] { state.withLock { $0.places } }

    func start(
        of sink: String, at server: String, manner: MonitorManner,
        report: @escaping @Sendable (MonitorCapture.Report) -> Void
    ) {
        state.withLock { state in
            state.places.append("\(server) \(sink) \(manner)")
            state.report = report
        }
        if let failure { fail(failure) }
    }

    func stop() { state.withLock { $0.places.append("stopped") } }

    func fail(_ reason: String) { send(.failed(SinkFailure(reason))) }

    func take(_ heard: Heard, at seconds: Double = 0, origin: Double = 0) {
        let first = state.withLock { state in
            defer { state.position += heard.samples.count / 2 }
            return state.position
        }
        let zero = MonotonicTime(nanoseconds: 0)
        send(
            .fragment(
                MonitorFragment(
                    samples: heard.samples, firstFrame: first,
                    arrival: zero.advanced(by: seconds), origin: zero.advanced(by: origin))))
    }

    /// Takes it on another thread.
    func takeLater(_ heard: Heard) {
        Thread.detachNewThread { self.take(heard) }
    }

    private func send(_ report: MonitorCapture.Report) {
        let receiver = state.withLock { $0.report }
        receiver?(report)
    }
}
