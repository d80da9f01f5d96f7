import AudioMixing
import MediaTime
import Testing

@testable import AudioSinks

private func time(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000).advanced(by: seconds)
}

extension SinkRenderer {
    /// Renders the next `frameCount` frames, and drops them.
    fileprivate func discard(_ frameCount: Int) {
        var block = [Float](repeating: 0, count: 2 * frameCount)
        block.withUnsafeMutableBufferPointer { render(into: $0) }
    }
}

@Suite("A sink that waits")
struct MachineWaitTests {
    @Test(
        "looks at a sound server again when a frame is heard that the session waits for",
        arguments: [4_800, 9_600])
    func mark(frame: Int) {
        let mix = PublishedMix()
        var machine = PulseMachine(
            settings: PulseSettings(latency: .milliseconds(200), environment: [:]),
            renderer: SinkRenderer(mix: mix, report: { _ in }), at: time(0))
        func step(_ server: PulseServerState, at seconds: Double) {
            machine.step(server, at: time(seconds))
            while let command = machine.nextCommand(at: time(seconds)) {
                if case .write(let write) = command { machine.wrote(write, 0, wanted: 0) }
            }
        }
        let server = PulseServerState(
            connection: .ready, kind: .pulseAudio, volume: .full, target: 9_600, wanted: 9_600)
        step(PulseServerState(), at: 0)
        step(server, at: 0.01)
        machine.renderer.discard(9_600)
        machine.take(
            PulseAnswer(
                readFrameCount: 480, unheardFrameCount: 480, blockFrameCount: 264,
                time: time(0.011)))
        mix.nextMark = FrameTime(Int64(frame))
        step(server, at: 0.011)
        // The server began to play when it was asked.
        #expect(machine.wakeTime == time(0.01).advanced(by: Double(frame) / 48_000))
    }

    /// At an open device, about to write its first frames.
    private static func machine(_ settings: ALSASettings = ALSASettings()) -> ALSAMachine {
        var machine = ALSAMachine(
            settings: settings, renderer: SinkRenderer(mix: PublishedMix(), report: { _ in }),
            at: time(0))
        machine.step(nil, at: time(0))
        #expect(machine.nextCommand() == .open)
        machine.opened(
            ALSATraits(bufferFrameCount: 24_000, periodFrameCount: 480, canRewind: true),
            at: time(0))
        machine.step(ALSAState(stage: .prepared, roomFrameCount: 24_000), at: time(0.001))
        return machine
    }

    @Test("looks at an ALSA device again after 10 ms if that accepts no frame")
    func refused() {
        var machine = Self.machine()
        #expect(machine.nextCommand() == .writeSound(frameCount: 480))
        machine.renderer.discard(480)
        machine.wrote(0, of: 480)
        #expect(machine.nextCommand() == nil)
        #expect(machine.renderer.rendered == .zero)
        #expect(machine.wakeTime == time(0.001).advanced(by: 0.01))
    }

    @Test(
        "closes an ALSA device as soon as it has written as much silence as it may",
        arguments: [(200, true), (201, false)])
    func silent(milliseconds: Int, isClosed: Bool) {
        var settings = ALSASettings()
        settings.longestSilence = .milliseconds(milliseconds)
        var machine = Self.machine(settings)
        while let command = machine.nextCommand() {
            if case .writeSound(let count) = command {
                machine.renderer.discard(count)
                machine.wrote(count, of: count)
            }
        }
        #expect(machine.renderer.rendered == FrameTime(9_600))
        let full = ALSAState(
            stage: .running, roomFrameCount: 14_400, unheardFrameCount: 9_600,
            rewindableFrameCount: 9_600)
        machine.step(full, at: time(0.002))
        let command = machine.nextCommand()
        #expect((command == .close) == isClosed)
    }
}
