import MediaTime
import Testing

@testable import AudioSinks

@Suite("The settings of a PulseAudio sink")
struct PulseSettingsTests {
    @Test(
        "take the latency of the operator, else of the environment, else 200 ms, within bounds",
        arguments: [
            (nil, nil, 200), (nil, "60", 60), (100, "60", 100), (nil, "many", 200), (nil, "1", 20),
            (5000, nil, 2000),
        ] as [(Int?, String?, Int)])
    func latency(asked: Int?, environment: String?, expected: Int) {
        let settings = PulseSettings(
            latency: asked.map { .milliseconds($0) },
            environment: environment.map { ["PULSE_LATENCY_MSEC": $0] } ?? [:])
        #expect(settings.latency == .milliseconds(expected))
    }

    @Test("make the queue half as long again, up to 500 ms")
    func raised() {
        var settings = PulseSettings(environment: [:])
        var latencies: [Duration] = []
        while settings.raiseLatency() { latencies.append(settings.latency) }
        #expect(latencies == [.milliseconds(300), .milliseconds(450), .milliseconds(500)])
        var deep = PulseSettings(latency: .seconds(1), environment: [:])
        let isRaised = deep.raiseLatency()
        #expect(!isRaised)
        #expect(deep.latency == .seconds(1))
    }

    @Test(
        "ask for a number of blocks and a half at a time, and for twice that in all",
        arguments: [
            (20, 5000, 21_000), (25, 8250, 27_500), (60, 24_750, 60_500), (200, 96_250, 203_500),
            (500, 244_750, 500_500), (2000, 998_250, 2_007_500),
        ])
    func requests(latency: Int, interval: Int, queued: Int) {
        let settings = PulseSettings(latency: .milliseconds(latency), environment: [:])
        #expect(settings.requestInterval == .microseconds(interval))
        #expect(settings.queued == .microseconds(queued))
    }

    @Test("respect PipeWire's minimum, unless the environment sets the latency")
    func suited() {
        var shallow = PulseSettings(latency: .milliseconds(20), environment: [:])
        let servers = [PulseServerKind.pulseAudio, .pipeWire, .pipeWire]
        let isAskedAnew = servers.map { shallow.suit($0) }
        #expect(isAskedAnew == [false, true, false])
        #expect(shallow.latency == .milliseconds(25))
        var settings = PulseSettings(environment: ["PULSE_LATENCY_MSEC": "20"])
        let isChanged = [settings.suit(.pipeWire), settings.raiseLatency()]
        #expect(isChanged == [false, false])
        #expect(settings.latency == .milliseconds(20))
    }

    @Test("raise the latency when a server runs dry a second time within 30 s")
    func underflows() {
        var underflows = DeviceUnderruns()
        let times = [0.0, 31, 60, 61, 90].map { MonotonicTime(nanoseconds: 0).advanced(by: $0) }
        let calls = times.map { underflows.note(at: $0) }
        #expect(calls == [false, false, true, false, true])
    }
}
