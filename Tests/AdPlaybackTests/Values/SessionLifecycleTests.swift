import AdPlayback
import Testing

@Suite("SessionLifecycle")
struct SessionLifecycleTests {
    typealias Event = SessionLifecycle.Event

    static func after(_ events: [Event]) -> SessionLifecycle {
        var lifecycle = SessionLifecycle()
        for event in events { _ = lifecycle.receive(event) }
        return lifecycle
    }

    static let playing: [Event] = [.play("a"), .connected, .bufferFilled]

    @Test(
        "every state is reachable",
        arguments: [
            ([], .idle),
            ([.play("a")], .connecting),
            ([.play("a"), .connected], .buffering),
            (playing, .playing),
            (playing + [.bufferEmptied], .buffering),
            (playing + [.connectionLost], .reconnecting),
            (playing + [.connectionLost, .connected], .playing),
            (playing + [.connectionLost, .bufferEmptied, .connected], .buffering),
            (playing + [.connectionLost, .bufferEmptied, .bufferFilled, .connected], .playing),
            (playing + [.connectionLost, .pause], .reconnecting),
            (playing + [.connectionLost, .pause, .connected], .pausing),
            (playing + [.connectionLost, .pause, .pauseHeard, .connected], .paused),
            (playing + [.connectionLost, .gaveUp], .lost),
            ([.play("a"), .gaveUp], .failed),
            ([.play("a"), .outputFailed], .failed),
            (playing + [.outputFailed], .failed),
            (playing + [.connectionLost, .outputFailed], .failed),
            (playing + [.pause, .pauseHeard, .outputFailed], .failed),
            (playing + [.stop, .outputFailed], .failed),
            (playing + [.play("b"), .outputFailed, .stopped], .failed),
            (playing + [.pause], .pausing),
            (playing + [.pause, .pauseHeard], .paused),
            (playing + [.pause, .pauseHeard, .connectionLost, .connected], .paused),
            (playing + [.pause, .pauseHeard, .resume], .playing),
            (playing + [.pause, .bufferEmptied, .pauseHeard, .resume], .buffering),
            ([.play("a"), .connected, .pause, .bufferFilled, .resume], .playing),
            (playing + [.stop], .stopping),
            (playing + [.stop, .stopped], .stopped),
            (playing + [.stop, .stopped, .play("a")], .connecting),
            (playing + [.followed(by: "a")], .connecting),
            (playing + [.pause, .followed(by: "a"), .connected, .bufferFilled], .playing),
            (playing + [.stop, .followed(by: "b")], .stopping),
        ] as [([Event], SessionState)])
    func states(events: [Event], state: SessionState) {
        #expect(Self.after(events).state == state)
    }

    @Test(
        "playing the stream that plays, or connects, is refused",
        arguments: [
            [.play("a")], playing, playing + [.pause], playing + [.connectionLost],
        ] as [[Event]])
    func sameStreamRefused(events: [Event]) {
        var lifecycle = Self.after(events)
        let before = lifecycle
        #expect(lifecycle.receive(.play("a")) == [.refuse(.alreadyPlaying)])
        #expect(lifecycle == before)
    }

    @Test("another stream stops the first and then plays")
    func anotherStream() {
        var lifecycle = Self.after(Self.playing)
        #expect(lifecycle.receive(.play("b")) == [.stopStream, .stateChanged(.stopping)])
        #expect(lifecycle.receive(.stopped) == [.stateChanged(.connecting)])
        #expect(lifecycle.stream == "b")
    }

    @Test("of several streams chosen while one stops, the last one plays")
    func lastStream() {
        var lifecycle = Self.after(Self.playing + [.play("b"), .play("c")])
        #expect(lifecycle.receive(.stopped) == [.stateChanged(.connecting)])
        #expect(lifecycle.stream == "c")
    }

    @Test("a stream that was chosen while another one played is not played again after its stop")
    func stopAfterChange() {
        let change = Self.playing + [.play("b"), .stopped, .connected, .bufferFilled]
        #expect(Self.after(change + [.stop, .stopped]).state == .stopped)
    }

    @Test("a stop cancels a pending change of stream")
    func stopDuringChange() {
        var lifecycle = Self.after(Self.playing + [.play("b"), .stop])
        #expect(lifecycle.receive(.stopped) == [.stateChanged(.stopped)])
    }

    @Test("an output that fails stops the stream, unless that stops already")
    func outputFailed() {
        var lifecycle = Self.after(Self.playing)
        #expect(lifecycle.receive(.outputFailed) == [.stopStream, .stateChanged(.failed)])
        lifecycle = Self.after(Self.playing + [.stop])
        #expect(lifecycle.receive(.outputFailed) == [.stateChanged(.failed)])
    }

    @Test("an event of a stream that is over changes nothing")
    func late() {
        let late: [Event] = [
            .connected, .bufferFilled, .bufferEmptied, .connectionLost, .gaveUp, .pauseHeard,
            .stopped, .outputFailed,
        ]
        for end in [[], [.stop, .stopped], [.connectionLost, .gaveUp]] as [[Event]] {
            var lifecycle = end.isEmpty ? SessionLifecycle() : Self.after(Self.playing + end)
            let before = lifecycle
            for event in late { #expect(lifecycle.receive(event) == []) }
            #expect(lifecycle == before)
        }
    }

    @Test(
        "an invalid event is refused",
        arguments: [
            ([], .stop, .nothingPlays), ([], .pause, .nothingPlays),
            ([], .resume, .nothingPaused), (playing, .resume, .nothingPaused),
            (playing + [.connectionLost, .pause], .pause, .nothingPlays),
        ] as [([Event], Event, SessionLifecycle.Refusal)])
    func refused(events: [Event], event: Event, refusal: SessionLifecycle.Refusal) {
        var lifecycle = Self.after(events)
        #expect(lifecycle.receive(event) == [.refuse(refusal)])
    }

    @Test(
        "a pause that outlived its connection ends like any other",
        arguments: [
            ([], .reconnecting), ([.connected], .playing), ([.bufferEmptied], .reconnecting),
            ([.bufferEmptied, .connected], .buffering),
            ([.bufferEmptied, .connected, .bufferFilled], .playing),
        ] as [([Event], SessionState)])
    func resumeAfterLoss(news: [Event], state: SessionState) {
        var lifecycle = Self.after(Self.playing + [.pause, .pauseHeard, .connectionLost] + news)
        #expect(lifecycle.receive(.resume).first == .resumeStream)
        #expect(lifecycle.state == state)
        #expect(!lifecycle.isPaused)
        #expect(lifecycle.receive(.resume) == [.refuse(.nothingPaused)])
    }

    @Test("the states with a stream that plays, or is about to, are active")
    func active() {
        let active = SessionState.allCases.filter(\.isActive)
        #expect(
            active == [.connecting, .reconnecting, .buffering, .playing, .pausing, .paused])
    }
}
