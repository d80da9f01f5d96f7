import MediaTime
import Testing

@testable import AudioSinks

@Suite("A connection to a sound server")
struct PulseLinkTests {
    private func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000).advanced(by: milliseconds / 1000)
    }

    private func link() -> PulseLinkState {
        var link = PulseLinkState(title: "A", at: time(0))
        link.kind = .pulseAudio
        link.openQueue(startingAt: FrameTime(1_000))
        return link
    }

    @Test("is lost when the server has given no sign of life for the whole timeout")
    func timeout() throws {
        var link = link()
        try link.expectSign(within: .milliseconds(500), at: time(499))
        let failure = #expect(throws: SinkFailure.self) {
            try link.expectSign(within: .milliseconds(500), at: time(500))
        }
        #expect(failure?.description == "the sound server does not answer")
        #expect(link.limit(of: .milliseconds(500)) == time(500))
        // Requests for audio are signs of life, and no requests are none.
        var server = PulseServerState(connection: .ready, target: 9_600, wanted: 480)
        _ = link.update(server, at: time(300))
        #expect(link.lastSign == time(300))
        _ = link.update(server, at: time(400))
        #expect(link.lastSign == time(300))
        server.wanted = 960
        _ = link.update(server, at: time(450))
        #expect(link.lastSign == time(450))
    }

    @Test("counts an answer as one only once")
    func answers() {
        var link = link()
        #expect(!link.isAsking)
        link.noteQuestion(at: time(10))
        #expect(link.isAsking && link.askedAt == time(10))
        link.take(
            PulseAnswer(
                readFrameCount: 480, unheardFrameCount: 100, blockFrameCount: 240, time: time(12)))
        #expect(!link.isAsking)
        #expect(link.clock?.read == FrameTime(1_480) && link.clock?.heard == FrameTime(1_380))
        let server = PulseServerState(connection: .ready)
        let isAnswered = [time(20), time(30)].map { link.update(server, at: $0) }
        #expect(isAnswered == [true, false] && link.lastSign == time(20))
        // A failed request, and an answer to none, change nothing.
        link.noteQuestion(at: time(40))
        link.take(nil)
        link.take(nil)
        #expect(!link.isAsking && link.clock?.read == FrameTime(1_480))
    }

    @Test("watches the volume once the stream has played, and only once")
    func volume() {
        var link = link()
        #expect(!link.mustWatchVolume)
        for (read, mustWatch) in [(100, false), (101, true)] {
            link.noteQuestion(at: time(10))
            link.take(
                PulseAnswer(
                    readFrameCount: read, unheardFrameCount: 100, blockFrameCount: 240,
                    time: time(12)))
            #expect(link.mustWatchVolume == mustWatch)
        }
        link.isVolumeWatched = true
        #expect(!link.mustWatchVolume)
    }

    @Test("knows what it has written, what the server has read of that, and what is replaced")
    func queue() throws {
        var link = link()
        let server = PulseServerState(connection: .ready, target: 960, wanted: 960)
        _ = link.update(server, at: time(1))
        #expect(link.takeWriting() == nil)
        link.noteWriting(of: FrameRange(FrameTime(1_000), count: 960), wanted: 0)
        #expect(link.takeWriting() == .pulseAudio)
        #expect(link.takeWriting() == nil)
        #expect(link.silenceEnd == FrameTime(1_960) && link.canWrite)
        var queue = try #require(link.queue)
        #expect(queue.position == FrameTime(1_960) && queue.end == FrameTime(1_960))
        #expect(queue.read == FrameTime(1_000))
        #expect(!queue.isReplaced(from: FrameTime(1_960)))
        #expect(queue.isReplaced(from: FrameTime(1_500)))
        link.noteWriting(of: FrameRange(FrameTime(1_500), count: 100), wanted: 360)
        queue = try #require(link.queue)
        #expect(queue.position == FrameTime(1_600) && queue.written == FrameTime(1_960))
        #expect(!queue.isReplaced(from: FrameTime(1_600)))
        #expect(queue.end == FrameTime(1_960) && queue.read == FrameTime(1_000))
        #expect(
            Set(queue.chunkBoundaries) == Set([1_000, 1_960, 1_500, 1_600].map { FrameTime($0) }))
        // The server reads on: boundaries behind it are forgotten.
        link.noteWriting(of: FrameRange(FrameTime(1_600), count: 480), wanted: 300)
        queue = try #require(link.queue)
        #expect(queue.read == FrameTime(1_420) && queue.written == FrameTime(2_080))
        #expect(Set(queue.chunkBoundaries) == Set([1_500, 1_600, 2_080].map { FrameTime($0) }))
        link.noteWriting(of: FrameRange(FrameTime(2_080), count: 0), wanted: 300)
        #expect(!link.canWrite)
    }

    @Test("reports the frames of a change that the server had read, each once")
    func late() {
        var link = link()
        func answer(_ read: Int, _ start: Int, _ end: Int, beginsChange: Bool) {
            link.unaskedStretch = PulseStretch(
                start: FrameTime(Int64(start)), end: FrameTime(Int64(end)),
                beginsChange: beginsChange)
            link.noteQuestion(at: time(10))
            link.take(
                PulseAnswer(
                    readFrameCount: read - 1_000, unheardFrameCount: 0, blockFrameCount: 240,
                    time: time(12)))
        }
        answer(2_000, 2_000, 2_480, beginsChange: true)
        #expect(link.takeLateStretch() == nil)
        answer(2_100, 2_000, 2_480, beginsChange: true)
        answer(2_200, 2_000, 2_480, beginsChange: false)
        #expect(
            link.takeLateStretch()
                == PulseLateStretch(
                    start: FrameTime(2_000), frameCount: 100, beginsLateChange: true))
        #expect(
            link.takeLateStretch()
                == PulseLateStretch(
                    start: FrameTime(2_100), frameCount: 100, beginsLateChange: false))
        #expect(link.takeLateStretch() == nil)
        answer(9_000, 2_300, 2_350, beginsChange: true)
        #expect(
            link.takeLateStretch()
                == PulseLateStretch(start: FrameTime(2_300), frameCount: 50, beginsLateChange: true)
        )
    }
}

@Suite("Playing out at a sound server")
struct PulseFinishTests {
    private let now = MonotonicTime(nanoseconds: 5_000_000_000)

    @Test(
        "ends at its deadline, or after twice the queue and a quarter of a second",
        arguments: [(10.0, 0.65), (0.65, 0.65), (0.3, 0.3)])
    func deadline(given: Double, expected: Double) {
        let finish = PulseFinish(
            of: FrameTime(100), by: now.advanced(by: given), at: now, latency: .milliseconds(200))
        #expect(abs(finish.deadline.seconds(since: now) - expected) < 0.000_001)
        #expect(!finish.isOver(heard: FrameTime(99), at: now))
        #expect(finish.isOver(heard: FrameTime(100), at: now))
        #expect(finish.isOver(heard: .zero, at: finish.deadline))
        #expect(!finish.isOver(heard: .zero, at: now.advanced(by: expected - 0.001)))
    }

    @Test("waits for a plan with 40 ms queued, or a quarter of a short queue")
    func leastQueued() {
        let settings = { (latency: Int) in
            PulseSettings(latency: .milliseconds(latency), environment: [:])
        }
        #expect(
            [200, 160, 100, 20].map { settings($0).leastQueued }
                == [40, 40, 25, 5].map { .milliseconds($0) })
        #expect(settings(200).timeout == .milliseconds(900))
        #expect(settings(200).longestSilence == .seconds(10) && settings(200).title == "Interlude")
        #expect(PulseSettings.startLevel == .milliseconds(10))
    }

    @Test("asks for timing after everything else, and uncorks only once all is written")
    func order() {
        var commands: PulseCommandSet = [
            .askForTiming, .uncork, .cork, .watchVolume, .resizeBuffer, .setTitle, .connect,
            .disconnect,
        ]
        var popped: [PulseCommand] = []
        while let command = commands.popFirst() { popped.append(command) }
        #expect(
            popped == [
                .disconnect, .connect, .setTitle, .resizeBuffer, .watchVolume, .cork,
                .askForTiming,
            ])
        #expect(commands == .uncork)
    }
}
