import AdPlayback
import AudioSinks
import Interlude
import MediaTime

/// A session, in real time by default, whose sink a test controls.
struct HandSession {
    let sink: HandSink
    let session: AudioSession
    let listener = Listener()

    init(
        _ source: String = "live", answering: HandSink.Answering = .atOnce,
        playback: AdvertisementPlayback = .automatic, clock: SessionParts.Clock = .real
    ) throws {
        let sink = HandSink(answering: answering)
        self.sink = sink
        var configuration = SessionConfiguration(source: source)
        configuration.adPlayback = playback
        session = AudioSession(configuration) {
            SessionParts(
                sink: sink, clock: clock, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        session.addDelegate(listener)
        session.advertisements.addObserver(advertisementDelegate: listener)
        try session.play()
    }

    /// Has the sink report, and returns once the session has processed all of it.
    func report(_ reports: SinkReport...) async {
        for report in reports { sink.send(report) }
        await settle()
    }

    /// Has the sink give a changeable frame, and adopt the plan published for that.
    func change(at frame: FrameTime) async {
        await report(.switchable(frame))
        await report(.adopted(plan: sink.newestPlan))
    }

    /// Returns once the session has processed all earlier events and their effects: spots and
    /// streams are available as soon as they are requested.
    func settle() async {
        for _ in 0..<8 { _ = await session.send(.push([])) }
    }

    /// The session's states so far.
    var states: [String] {
        listener.calls.filter { $0.hasPrefix("state ") }.map { String($0.dropFirst(6)) }
    }
}
