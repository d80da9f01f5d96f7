import AudioMixing
import MediaTime
import PCMAudio
import Synchronization
import TestSignals
import Testing

@testable import AudioSinks

/// The reports of a machine, on one thread.
private final class Reports: Sendable {
    private let list = Mutex<[SinkReport]>([])
    var all: [SinkReport] { list.withLock { $0 } }
    func append(_ report: SinkReport) { list.withLock { $0.append(report) } }
}

private func time(_ milliseconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000).advanced(by: milliseconds / 1000)
}

/// A mix of one clip without an end, whose store has only its first samples yet.
private func starvedMix(samples frameCount: Int = 0) -> PublishedMix {
    let store = SampleStore(capacity: 96_000)
    _ = store.append([Float](repeating: 0, count: 2 * frameCount).span)
    let mix = PublishedMix()
    let clip = Clip(
        source: store.handle, output: FrameRange(.zero, .distantFuture), sourceStart: .zero)
    mix.publish(MixPlan(clips: [clip]), keeping: [store])
    return mix
}

@Suite("What a PulseAudio sink decides")
struct PulseDecisionTests {
    private final class Player {
        let reports = Reports()
        let mix: PublishedMix
        var machine: PulseMachine

        init(latency: Int = 200, mix: PublishedMix = PublishedMix()) {
            self.mix = mix
            let reports = reports
            machine = PulseMachine(
                settings: PulseSettings(latency: .milliseconds(latency), environment: [:]),
                renderer: SinkRenderer(mix: mix) { reports.append($0) }, at: time(0))
        }

        /// Lets the machine decide, and returns its commands except writes, which fail.
        func step(_ server: PulseServerState = PulseServerState(), at now: Double) -> [PulseCommand]
        {
            machine.step(server, at: time(now))
            var commands: [PulseCommand] = []
            while let command = machine.nextCommand(at: time(now)) {
                if case .write(let write) = command {
                    machine.wrote(write, 0, wanted: 0)
                } else {
                    commands.append(command)
                }
            }
            return commands
        }

        var ready: PulseServerState {
            PulseServerState(
                connection: .ready, kind: .pulseAudio, volume: .full, target: 9_600, wanted: 9_600)
        }
    }

    @Test(
        "is a longer queue only at PipeWire, and only if its own is too short",
        arguments: [
            (PulseServerKind.pipeWire, 20, true), (.pipeWire, 25, false), (.pulseAudio, 20, false),
        ])
    func suit(kind: PulseServerKind, latency: Int, isResized: Bool) {
        let player = Player(latency: latency)
        #expect(player.step(at: 0) == [.connect])
        var server = player.ready
        server.kind = kind
        #expect(player.step(server, at: 1).contains(.resizeBuffer) == isResized)
        #expect(!player.step(server, at: 2).contains(.resizeBuffer))
    }

    @Test("is to try again after 100 ms where a server refuses, and to say so once")
    func refused() {
        let player = Player()
        _ = player.step(at: 0)
        let failed = PulseServerState(connection: .failed(reason: "refused", isBroken: false))
        #expect(player.step(failed, at: 10) == [.disconnect])
        #expect(player.machine.wakeTime == time(110))
        #expect(player.step(at: 109) == [])
        #expect(player.step(at: 110) == [.connect])
        #expect(player.step(failed, at: 120) == [.disconnect])
        #expect(player.machine.wakeTime == time(320))
        #expect(player.reports.all.count { $0 == .lost(reason: "refused") } == 1)
        _ = player.step(at: 320)
        _ = player.step(player.ready, at: 330)
        #expect(player.reports.all.last { $0 == .restored } != nil)
    }

    @Test("is to give a server five seconds to answer while connecting")
    func connecting() {
        let player = Player()
        _ = player.step(at: 0)
        #expect(player.step(at: 4_999) == [])
        #expect(player.machine.wakeTime == time(5_099))
        #expect(player.step(at: 5_000) == [.disconnect])
        #expect(player.reports.all.contains(.lost(reason: "the sound server does not answer")))
    }

    @Test("is to wait at an output that sleeps, and to report that after the timeout")
    func suspended() {
        let player = Player()
        _ = player.step(at: 0)
        var server = player.ready
        server.isSuspended = true
        _ = player.step(server, at: 10)
        _ = player.step(server, at: 890)
        let reason = "the sound server has suspended the output; resume it there"
        #expect(!player.reports.all.contains(.lost(reason: reason)))
        #expect(player.step(server, at: 910) == [])
        _ = player.step(server, at: 2_000)
        #expect(player.reports.all.count { $0 == .lost(reason: reason) } == 1)
        _ = player.step(player.ready, at: 2_010)
        #expect(player.reports.all.contains(.restored))
        // One that plays and is suspended then has ended.
        #expect(player.step(server, at: 2_020) == [.disconnect])
    }

    @Test("is to report a volume that has changed, once")
    func volume() {
        let player = Player()
        _ = player.step(at: 0)
        _ = player.step(player.ready, at: 1)
        var server = player.ready
        server.volume = SinkVolume(percent: 40, isMuted: false)
        for moment in [2.0, 3] { _ = player.step(server, at: moment) }
        _ = player.step(player.ready, at: 4)
        let volumes = player.reports.all.filter { if case .volume = $0 { true } else { false } }
        #expect(volumes == [.volume(SinkVolume(percent: 40, isMuted: false)), .volume(.full)])
    }

    @Test("is a longer queue after a second underrun within 30 s, and none after the end")
    func underruns() {
        let player = Player()
        _ = player.step(at: 0)
        _ = player.step(player.ready, at: 1)
        var dry = player.ready
        dry.hasRunDry = true
        var commands = player.step(dry, at: 2)
        #expect(!commands.contains(.resizeBuffer))
        commands = player.step(dry, at: 3)
        #expect(commands.contains(.resizeBuffer))
        #expect(player.machine.settings.latency == .milliseconds(300))
        player.mix.outputEnd = player.machine.renderer.rendered
        _ = player.step(dry, at: 4)
        #expect(player.reports.all.count { $0 == .underrun(count: 1) } == 2)
    }

    @Test("is the title, when there is a new one")
    func title() {
        let player = Player()
        _ = player.step(at: 0)
        _ = player.step(player.ready, at: 1)
        player.machine.setTitle("Song")
        #expect(player.step(player.ready, at: 2).contains(.setTitle))
        #expect(!player.step(player.ready, at: 3).contains(.setTitle))
    }

    @Test(
        "is a margin that shrinks with each change in time, to a millisecond",
        arguments: [(480, 450), (2_000, 900), (50, 48), (48, 48)])
    func margin(before: Int, after: Int) {
        let player = Player()
        _ = player.step(at: 0)
        player.machine.switchMargin = SwitchMargin(frameCount: before)
        _ = player.step(player.ready, at: 1)
        player.mix.publish(MixPlan(), keeping: [])
        _ = player.step(player.ready, at: 2)
        #expect(player.machine.switchMargin.frameCount == after)
        for _ in 0..<12 { player.machine.switchMargin.noteLatePlan() }
        #expect(player.machine.switchMargin.frameCount == 15_360)
    }

    @Test(
        "is to ask for the server's position before each change but that to the first sound",
        arguments: [false, true])
    func firstSound(hasSounded: Bool) {
        let player = Player(mix: hasSounded ? starvedMix(samples: 48_000) : PublishedMix())
        _ = player.step(at: 0)
        #expect(player.step(player.ready, at: 10).contains(.askForTiming))
        player.machine.take(
            PulseAnswer(
                readFrameCount: 480, unheardFrameCount: 480, blockFrameCount: 264, time: time(11)))
        _ = player.step(player.ready, at: 11)
        player.machine.requestSwitch(at: time(200))
        #expect(player.step(player.ready, at: 200).contains(.askForTiming) == hasSounded)
        // 190 ms after the request for the position, with 2 ms for the plan and its way.
        let frame = FrameTime(190 * 48 + 2 * 48 + 264)
        #expect(player.reports.all.contains(.switchable(frame)) == !hasSounded)
    }

    @Test("continues the stream behind a silence with the frame that was not heard")
    func resumed() {
        var link = PulseLinkState(title: "", at: time(0))
        link.openQueue(startingAt: .zero)
        link.noteWriting(of: FrameRange(.zero, count: 960), wanted: 0)
        link.resume(with: FrameTime(500))
        #expect(link.silenceEnd == FrameTime(500) && link.clock == nil)
        #expect(link.queue?.base == FrameTime(500) && link.queue?.position == FrameTime(1_460))
    }
}

@Suite("What an ALSA sink decides")
struct ALSADecisionTests {
    private final class Player {
        let reports = Reports()
        let mix: PublishedMix
        var machine: ALSAMachine

        init(mix: PublishedMix) {
            self.mix = mix
            let reports = reports
            machine = ALSAMachine(
                settings: ALSASettings(), renderer: SinkRenderer(mix: mix) { reports.append($0) },
                at: time(0))
        }

        /// Lets the machine decide, and returns its commands; the device accepts all.
        func step(_ state: ALSAState?, at now: Double) -> [ALSACommand] {
            machine.step(state, at: time(now))
            var commands: [ALSACommand] = []
            while let command = machine.nextCommand() {
                commands.append(command)
                if case .writeSound(let count) = command {
                    var block = [Float](repeating: 0, count: 2 * count)
                    block.withUnsafeMutableBufferPointer { machine.renderer.render(into: $0) }
                    machine.wrote(count, of: count)
                }
                if case .writeSilence(let count) = command { machine.wroteSilence(count) }
            }
            return commands
        }

        func open(canRewind: Bool) {
            #expect(step(nil, at: 0) == [.open])
            machine.opened(
                ALSATraits(
                    bufferFrameCount: 24_000, periodFrameCount: 480, canRewind: canRewind),
                at: time(0))
            #expect(machine.wakeTime == time(0))
        }
    }

    private static func soundLength(_ commands: [ALSACommand]) -> Int {
        commands.reduce(0) { sum, command in
            if case .writeSound(let count) = command { sum + count } else { sum }
        }
    }

    @Test(
        "is to render what must be queued and 10 ms more where samples are missing",
        arguments: [(true, 1_920 + 480), (false, 960 + 480)])
    func starved(canRewind: Bool, length: Int) {
        let player = Player(mix: starvedMix())
        player.open(canRewind: canRewind)
        let prepared = ALSAState(stage: .prepared, roomFrameCount: 24_000)
        let commands = player.step(prepared, at: 1)
        #expect(Self.soundLength(commands) == length)
        #expect(commands.last == .start)
        #expect(
            commands.allSatisfy {
                if case .writeSound(let count) = $0 { count <= 480 } else { true }
            })
        let isStarved = player.reports.all.contains {
            if case .starved(at: .zero, sourceFrame: .zero, clip: _) = $0 { true } else { false }
        }
        #expect(isStarved)
    }

    @Test(
        "is to wait for late samples until only what must be queued and 10 ms are left",
        arguments: [(true, 9_600, 1_920 + 480), (false, 1_920, 960 + 480)])
    func late(canRewind: Bool, depth: Int, least: Int) {
        let player = Player(mix: starvedMix(samples: depth))
        player.open(canRewind: canRewind)
        let prepared = ALSAState(stage: .prepared, roomFrameCount: 24_000)
        #expect(Self.soundLength(player.step(prepared, at: 1)) == depth)
        for (left, length) in [(least, 0), (least - 100, 100)] {
            let running = ALSAState(
                stage: .running, roomFrameCount: 24_000 - left, unheardFrameCount: left,
                rewindableFrameCount: canRewind ? left : 0)
            #expect(Self.soundLength(player.step(running, at: 30)) == length)
        }
    }

    @Test(
        "is a margin that shrinks with each change in time, to a millisecond",
        arguments: [(480, 450), (2_000, 900), (50, 48), (48, 48)])
    func margin(before: Int, after: Int) {
        let player = Player(mix: PublishedMix())
        player.open(canRewind: true)
        player.machine.switchMargin = SwitchMargin(frameCount: before)
        player.mix.publish(MixPlan(), keeping: [])
        _ = player.step(ALSAState(stage: .prepared, roomFrameCount: 24_000), at: 1)
        #expect(player.machine.switchMargin.frameCount == after)
    }

    @Test("is to fill a queue, then to start, and then to sleep until it is half empty")
    func filling() {
        let player = Player(mix: PublishedMix())
        player.open(canRewind: true)
        let commands = player.step(ALSAState(stage: .prepared, roomFrameCount: 24_000), at: 1)
        #expect(Self.soundLength(commands) == 9_600 && commands.last == .start)
        let full = ALSAState(
            stage: .running, roomFrameCount: 14_400, unheardFrameCount: 9_600,
            rewindableFrameCount: 9_600)
        #expect(player.step(full, at: 2) == [])
        let sleep = player.machine.wakeTime.seconds(since: time(2))
        #expect(abs(sleep - 0.1) < 0.005)
    }

    @Test("is to play out what was rendered, and then silence, when it has to finish")
    func finish() {
        let player = Player(mix: PublishedMix())
        player.open(canRewind: false)
        _ = player.step(ALSAState(stage: .prepared, roomFrameCount: 24_000), at: 1)
        let rendered = player.machine.renderer.rendered
        #expect(rendered == FrameTime(1_920))
        player.machine.finish(by: time(60_000), at: time(2))
        #expect(!player.machine.isOver(at: time(2)))
        let running = { (unheard: Int) in
            ALSAState(
                stage: .running, roomFrameCount: 24_000 - unheard, unheardFrameCount: unheard)
        }
        let commands = player.step(running(960), at: 22)
        #expect(Self.soundLength(commands) == 0)
        #expect(commands == [.writeSilence(frameCount: 480), .writeSilence(frameCount: 480)])
        #expect(!player.machine.isOver(at: time(22)))
        _ = player.step(running(960), at: 42)
        #expect(player.machine.isOver(at: time(42)))
        #expect(player.machine.renderer.rendered == rendered)
    }
}

@Suite("The loop of a PulseAudio sink", .timeLimit(.minutes(1)))
struct PulseMainLoopTests {
    @Test("does not lose a waking that comes before it waits, and waits after it")
    func wake() {
        let loop = PulseMainLoop()
        loop.wake()
        let clock = ContinuousClock()
        let woken = clock.measure { loop.run(until: .now.advanced(by: 30)) }
        #expect(woken < .seconds(15))
        let waited = clock.measure { loop.run(until: .now.advanced(by: 0.05)) }
        #expect(waited >= .milliseconds(40))
        let late = clock.measure { loop.run(until: .now.advanced(by: -5)) }
        #expect(late < .seconds(15))
        let hasCome = loop.linger()
        #expect(!hasCome)
    }
}
