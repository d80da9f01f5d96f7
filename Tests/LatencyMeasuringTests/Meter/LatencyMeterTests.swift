import AudioSinks
import Foundation
import MediaTime
import SinkMonitor
import Testing

@testable import LatencyMeasuring

@Suite("A meter")
struct LatencyMeterTests {
    private func meter(
        of scripted: ScriptedStage, _ sink: ScriptedSink
    ) throws(MeasurementError) -> LatencyMeter {
        try LatencyMeter(
            on: scripted.stage, manner: .plain, until: Interruption(), with: sink)
    }

    @Test("measures each figure as often as requested")
    func survey() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(
            on: scripted.stage,
            script: ScriptedSink.Script(
                underruns: [3, 5], events: #"{"event":"sink.late"}"#, age: 10))
        var meter = try meter(of: scripted, sink)
        let steps = Steps()
        let survey = LatencySurvey(
            sinkName: nil, count: 2, load: .milliseconds(50), version: "1.2",
            progress: { steps.names.append($0) })
        try survey.measure(with: &meter, through: sink)
        #expect(
            steps.names == [
                "start of players", "change of stream", "pushes", "pushes by 'interlude ctl'",
                "marked breaks of a live stream", "output without changes", "busy cores",
            ])
        let samples = meter.samples
        for (name, count) in [
            (FigureName.firstSoundCold, 1), (.firstSoundColdAtMonitor, 1), (.firstSoundWarm, 2),
            (.firstSoundWarmAtMonitor, 2), (.push, 2), (.pushAtMonitor, 2), (.pushCommand, 2),
            (.pushCommandAtMonitor, 2), (.marker, 1), (.markerAtMonitor, 1), (.toSpotLost, 4),
            (.lateChanges, 2), (.loadUnderruns, 1),
            (.loadLost, 1), (.drift, 1),
        ] {
            #expect(samples[name]?.count == count, "\(name.rawValue)")
        }
        // One frame of every 335, from the first second to the end of the fourth.
        #expect(samples[.output]?.count == 430)
        for (name, atMonitor) in [
            (FigureName.firstSoundCold, FigureName.firstSoundColdAtMonitor),
            (.firstSoundWarm, .firstSoundWarmAtMonitor), (.push, .pushAtMonitor),
            (.pushCommand, .pushCommandAtMonitor), (.marker, .markerAtMonitor),
        ] {
            for (heard, captured) in zip(samples[name] ?? [], samples[atMonitor] ?? []) {
                #expect(captured > 0)
                // A marked break may begin anywhere within a captured fragment, of 5 ms.
                let most = name == .marker ? 25.0 : 20
                let wait = heard - captured
                #expect((19.99...most + 0.01).contains(wait), "\(name.rawValue): \(wait)")
            }
        }
        #expect(samples[.lateChanges] == [1, 1])
        #expect(samples[.loadUnderruns] == [2])
        // The first push of each kind loads the spot, and is not counted.
        let spot = scripted.stage.files.spot
        let files = scripted.stage.files
        #expect(
            sink.requests == [.play(files.otherProgramme), .play(files.programme)]
                + Array(repeating: MeasuredPlayer.push(of: spot), count: 6))
        let players = scripted.calls.filter { $0[1] == "play" }
        #expect(players.count == 6)
        let options =
            "--sink pulse:sink --break hold --resume continue --match-loudness off --fade 0ms"
        let call = "\(players[0][0]) play \(files.programme) \(options) scripted"
        #expect(players[0].joined(separator: " ") == call)
        let pushes = scripted.calls.filter { $0[1] == "ctl" }
        #expect(pushes.map { $0[2] } == ["--player", "--player", "--player"])
        #expect(Set(pushes.map { $0[3] }) == [players[3][0]])
    }

    /// The names of the steps.
    private final class Steps { var names: [String] = [] }

    @Test("counts the frames that each joint of a break loses, repeats and inserts")
    func joints() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(
            on: scripted.stage,
            script: ScriptedSink.Script(
                gaps: [48, 24], parts: [2..<100, 95..<2390], move: -7))
        var meter = try meter(of: scripted, sink)
        try meter.measurePushes(count: 1)
        for (name, count) in [
            (FigureName.toSpotLost, 2), (.toSpotDoubled, 5), (.toSpotGap, 48),
            (.toStreamLost, 10), (.toStreamDoubled, 7), (.toStreamGap, 24), (.lateChanges, 0),
        ] as [(FigureName, Double)] {
            #expect(meter.samples[name] == [count], "\(name.rawValue)")
        }
    }

    @Test(
        "measures where the spots of marked breaks begin and where the stream returns",
        arguments: [0, 7])
    func markers(delay: Int) throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(
            on: scripted.stage,
            script: ScriptedSink.Script(broadcast: ScriptedBroadcast.Manner(delay: delay)))
        var meter = try meter(of: scripted, sink)
        try meter.measureMarkers(count: 6)
        let samples = meter.samples
        #expect(samples[.markerToSpot] == Array(repeating: Double(delay), count: 6))
        #expect(samples[.markerToStream] == Array(repeating: 0, count: 6))
        // A spot that is late loses its end.
        #expect(samples[.markerGap] == Array(repeating: Double(delay), count: 6))
        let delays = try #require(samples[.liveDelay])
        let rests = try #require(samples[.markerBeyondDelay])
        let times = try #require(samples[.marker])
        #expect(times.count == 6 && delays.count == 6 && rests.count == 6)
        for index in times.indices {
            #expect(times[index] > 0)
            #expect(abs(delays[index] + rests[index] - times[index]) < 1e-6)
        }
        // Each player has five breaks.
        let players = scripted.calls
        #expect(players.count == 2)
        for call in players {
            #expect(call[2].hasPrefix("http://127.0.0.1:"))
            #expect(
                call[3...].joined(separator: " ")
                    == (scripted.stage.markedOptions + ["scripted"]).joined(separator: " "))
        }
    }

    @Test("names a player that leaves out a marked break")
    func leftOut() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(
            on: scripted.stage,
            script: ScriptedSink.Script(broadcast: ScriptedBroadcast.Manner(leftOut: 2)))
        var meter = try meter(of: scripted, sink)
        #expect(
            message { () throws(MeasurementError) in try meter.measureMarkers(count: 3) }
                == "a measured player left out a marked break")
        #expect(meter.samples[.marker]?.count == 1)
    }

    @Test("records the stream and the spot of a break for its picture")
    func picture() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(on: scripted.stage)
        let meter = try meter(of: scripted, sink)
        let picture = try #require(try meter.pictureOfBreak())
        let (toSpot, toStream) = (picture.toSpot, picture.toStream)
        // The spot is all that plays in the break, and begins with a sample of 0.
        #expect(toSpot.stream.prefix(959).contains { $0 > 0.49 })
        #expect(toSpot.stream.allSatisfy { abs($0) <= 0.5 })
        #expect(toSpot.spot.prefix(960).allSatisfy { $0 == 0 })
        #expect(toSpot.spot.suffix(960).contains { $0 > 0.49 })
        #expect(toStream.spot.prefix(960).contains { $0 > 0.49 })
        #expect(toStream.spot.suffix(959).allSatisfy { $0 == 0 })
        #expect(toStream.stream.suffix(959).contains { $0 > 0.49 })
        // 880 Hz rise through zero once in 54.5 frames.
        let rises = zip(toSpot.spot, toSpot.spot.dropFirst()).count { $0 <= 0 && $1 > 0 }
        #expect((17...18).contains(rises))
    }

    @Test("measures the wake-ups of a player's sound thread, without a recorder")
    func wakeUps() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(on: scripted.stage)
        do {
            var meter = try meter(of: scripted, sink)
            try meter.measureWakeUps(seconds: 1)
            // The thread of a scripted player waits for its end.
            #expect(meter.samples[.wakeUps] == [0])
            #expect(sink.stopCount == 1)
        }
        #expect(sink.stopCount == 2)
    }

    @Test("waits after each measurement until nothing more is heard")
    func silence() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(on: scripted.stage)
        var meter = try meter(of: scripted, sink)
        func expectSilence(after what: String, _ meter: borrowing LatencyMeter) {
            // More may have come since.
            let (last, now) = (
                meter.listener.runs.last { $0.content != .silence }, meter.listener.now
            )
            #expect(last.map { now - $0.end >= 2400 } == true, "\(what)")
        }
        try meter.measureColdStarts(count: 1)
        expectSilence(after: "cold starts", meter)
        try meter.measureWarmStarts(count: 1)
        expectSilence(after: "warm starts", meter)
        try meter.measurePushes(count: 1)
        expectSilence(after: "pushes", meter)
        try meter.measureMarkers(count: 1)
        expectSilence(after: "markers", meter)
        try meter.measureOutput(through: sink, for: .seconds(1))
        expectSilence(after: "output", meter)
        try meter.measureLoad(for: .milliseconds(50))
        expectSilence(after: "load", meter)
        _ = try meter.pictureOfBreak()
        expectSilence(after: "picture", meter)
    }

    @Test("measures no load if none is requested")
    func noLoad() throws {
        let scripted = try ScriptedStage()
        let sink = ScriptedSink(on: scripted.stage)
        var meter = try meter(of: scripted, sink)
        try meter.measureLoad(for: .zero)
        meter.measureDrift()
        #expect(meter.samples.isEmpty)
        #expect(scripted.calls.isEmpty)
    }

    @Test("names what a player does wrong")
    func failures() throws {
        let scripted = try ScriptedStage(end: "exit 1", push: "exit 1")
        let refusing = ScriptedSink(
            on: scripted.stage,
            script: ScriptedSink.Script(underruns: [], refusal: "not now"))
        var meter = try meter(of: scripted, refusing)
        let messages = [
            message { () throws(MeasurementError) in try meter.measureWarmStarts(count: 1) },
            message { () throws(MeasurementError) in
                try meter.measureLoad(for: .milliseconds(50))
            },
            message { () throws(MeasurementError) in try meter.measurePushCommands(count: 1) },
            message { () throws(MeasurementError) in try meter.measureColdStarts(count: 1) },
            message { () throws(MeasurementError) in try meter.measureWakeUps(seconds: 0) },
        ]
        #expect(
            messages == [
                "the measured player refuses a request: not now",
                "the measured player does not report its underruns",
                "'interlude ctl push' failed while it was measured",
                "a measured player failed", "a measured player failed",
            ])
    }

    @Test("has no picture of a player that fails")
    func failedPicture() throws {
        let scripted = try ScriptedStage(end: "exit 1")
        let sink = ScriptedSink(on: scripted.stage)
        let meter = try meter(of: scripted, sink)
        #expect(
            message { () throws(MeasurementError) in _ = try meter.pictureOfBreak() }
                == "a measured player failed")
    }

    private func message(_ body: () throws(MeasurementError) -> Void) -> String? {
        do throws(MeasurementError) {
            try body()
            return nil
        } catch {
            #expect(error.kind == .defect)
            return error.description
        }
    }
}
