import MediaTime
import Testing

@testable import AudioSinks

@Suite("The queue of an ALSA device")
struct ALSAQueueTests {
    private static let traits = ALSATraits(
        bufferFrameCount: 24_000, periodFrameCount: 480, canRewind: true)

    private func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000).advanced(by: milliseconds / 1000)
    }

    /// A queue that begins at frame 1000, with 9600 frames written.
    private func filled(_ traits: ALSATraits = traits) -> ALSAQueue {
        var queue = ALSAQueue(traits, depth: 9_600, startingAt: FrameTime(1_000), at: time(0))
        queue.update(ALSAState(stage: .prepared, roomFrameCount: 24_000), at: time(0))
        queue.noteWriting(of: 9_600)
        return queue
    }

    private func state(unheard: Int, rewindable: Int? = nil) -> ALSAState {
        ALSAState(
            stage: .running, roomFrameCount: 24_000 - unheard, unheardFrameCount: unheard,
            rewindableFrameCount: rewindable ?? unheard)
    }

    @Test("counts what is written as queued, and what the device has played as heard")
    func playing() {
        var queue = filled()
        #expect(queue.written == FrameTime(10_600) && queue.heard == FrameTime(1_000))
        #expect(queue.queuedFrameCount == 9_600 && queue.missingFrameCount == 0)
        #expect(queue.roomFrameCount == 14_400 && queue.rewindableFrameCount == 9_600)
        queue.update(state(unheard: 9_600), at: time(10))
        #expect(queue.progressTime == time(10))
        queue.update(state(unheard: 7_200), at: time(60))
        #expect(queue.heard == FrameTime(3_400) && queue.progressTime == time(60))
        #expect(queue.queuedFrameCount == 7_200 && queue.missingFrameCount == 2_400)
        queue.update(state(unheard: 7_200), at: time(70))
        #expect(queue.progressTime == time(60))
    }

    @Test("believes no figures that cannot be")
    func impossible() {
        var queue = filled()
        queue.update(state(unheard: 9_600), at: time(10))
        queue.update(state(unheard: 20_000, rewindable: 23_000), at: time(20))
        #expect(queue.heard == FrameTime(1_000) && queue.queuedFrameCount == 20_000)
        #expect(queue.rewindableFrameCount == 20_000 && queue.missingFrameCount == 0)
        queue.update(state(unheard: -500, rewindable: -1), at: time(300))
        #expect(queue.heard == FrameTime(10_600) && queue.roomFrameCount == 24_000)
        #expect(queue.queuedFrameCount == 0 && queue.rewindableFrameCount == 0)
    }

    @Test("can be replaced from 1.33 ms after the device's position, and a margin more")
    func replaceable() {
        var queue = filled()
        #expect(queue.firstReplaceable(after: 48) == FrameTime(1_000 + 64 + 48))
        queue.update(state(unheard: 100), at: time(200))
        #expect(queue.firstReplaceable(after: 35) == FrameTime(10_599))
        #expect(queue.firstReplaceable(after: 37) == FrameTime(10_600))
        #expect(queue.firstReplaceable(after: 480) == FrameTime(10_600))
        queue.update(state(unheard: 5_000), at: time(200))
        queue.noteRewinding(of: 600)
        #expect(queue.written == FrameTime(10_000) && queue.queuedFrameCount == 4_400)
        #expect(queue.roomFrameCount == 19_600 && queue.rewindableFrameCount == 4_400)
        var silent = queue
        silent.noteSilence(of: 480)
        #expect(silent.firstReplaceable(after: 48) == silent.written)
        #expect(silent.queuedFrameCount == 4_880 && silent.roomFrameCount == 19_120)
        silent.noteWriting(of: 10)
        #expect(silent.silenceFrameCount == 0)
        queue.noteFailedRewinding()
        #expect(queue.firstReplaceable(after: 48) == queue.written)
    }

    @Test("does not count silence after the sound as sound that is heard")
    func silence() {
        var queue = filled()
        queue.update(state(unheard: 9_600), at: time(10))
        queue.noteSilence(of: 480)
        queue.update(state(unheard: 480), at: time(210))
        #expect(queue.heard == FrameTime(10_600))
        queue.update(state(unheard: 240), at: time(215))
        #expect(queue.heard == FrameTime(10_600))
    }

    @Test("counts as queued what a device without a clock took more than 100 ms early")
    func clockless() {
        var queue = filled()
        queue.update(state(unheard: 0), at: time(10))
        #expect(queue.queuedFrameCount == 0)
        queue.noteWriting(of: 9_600)
        queue.update(state(unheard: 0), at: time(20))
        // 9600 frames in 10 ms: 480 at most are due, and 4800 may be early.
        #expect(queue.queuedFrameCount == 9_600 - 480 - 4_800)
        queue.update(ALSAState(stage: .dry), at: time(20))
        queue.update(state(unheard: 0), at: time(30))
        #expect(queue.queuedFrameCount == 0)
    }

    @Test("starts again empty after the system was asleep, and knows since when it was")
    func asleep() {
        var queue = filled()
        queue.suspend(at: time(500))
        queue.suspend(at: time(900))
        #expect(queue.stage == .suspended && queue.progressTime == time(500))
        queue.restart(at: FrameTime(2_000), at: time(1_000))
        #expect(queue.base == FrameTime(2_000) && queue.written == FrameTime(2_000))
        #expect(queue.queuedFrameCount == 0 && queue.startTime == time(1_000))
        #expect(queue.depth == 9_600 && queue.canRewind)
    }
}

@Suite("The settings of an ALSA sink")
struct ALSASettingsTests {
    @Test(
        "queue 200 ms where that can be rewritten, else 40 ms, and three periods at least",
        arguments: [
            (nil, true, 480, 24_000, 9_600), (nil, false, 480, 24_000, 1_920),
            (60, true, 480, 24_000, 2_880), (60, false, 480, 24_000, 2_880),
            (nil, false, 1_024, 24_000, 3_072), (nil, true, 480, 1_500, 1_500),
            (1, false, 100, 24_000, 960), (10_000, false, 100, 200_000, 96_000),
        ] as [(Int?, Bool, Int, Int, Int)])
    func depth(latency: Int?, canRewind: Bool, period: Int, buffer: Int, expected: Int) {
        let settings = ALSASettings(latency: latency.map { .milliseconds($0) })
        let traits = ALSATraits(
            bufferFrameCount: buffer, periodFrameCount: period, canRewind: canRewind)
        #expect(settings.queuedFrameCount(at: traits) == expected)
    }

    @Test(
        "ask for memory for half a second, or for the whole queue",
        arguments: [(nil, 500), (100, 500), (1_500, 1_500)] as [(Int?, Int)])
    func memory(latency: Int?, expected: Int) {
        let settings = ALSASettings(latency: latency.map { .milliseconds($0) })
        #expect(settings.bufferLength == .milliseconds(expected))
        #expect(settings.device == "default" && settings.longestSilence == .seconds(10))
    }

    @Test(
        "make the queue half as long again after underruns, up to half a second",
        arguments: [
            (1_920, 24_000, 2_880), (9_600, 24_000, 14_400), (20_000, 48_000, 24_000),
            (24_000, 48_000, 24_000), (30_000, 48_000, 30_000), (1_920, 2_000, 2_000),
        ])
    func raised(frameCount: Int, buffer: Int, expected: Int) {
        let traits = ALSATraits(
            bufferFrameCount: buffer, periodFrameCount: 480, canRewind: false)
        #expect(ALSASettings.raised(frameCount, at: traits) == expected)
    }
}
