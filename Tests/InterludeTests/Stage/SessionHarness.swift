import AdPlayback
import Interlude
import MediaTime
import Playout

/// A machine whose sink can change all frames not heard yet, with its effects event by event.
struct SessionHarness {
    private(set) var machine: SessionMachine
    private(set) var effects: [SessionEffect] = []
    private(set) var events: [SessionEvent] = []

    var configuration: SessionConfiguration { machine.configuration }

    /// Whether the sink gives a frame as soon as it is asked for one.
    var answersRequests = true

    /// Begins to play `source`, which has no audio yet.
    init(opening source: String) {
        self.init(SessionConfiguration(source: source))
    }

    init(_ configuration: SessionConfiguration) {
        machine = SessionMachine(configuration)
        take(.began)
    }

    /// Plays a live stream.
    init() {
        self.init(opening: "live")
        begin(1)
    }

    mutating func take(_ event: SessionEvent) {
        events.append(event)
        let new = machine.receive(event)
        effects += new
        if new.contains(.requestSwitch), answersRequests { take(.switchable(machine.heard)) }
    }

    mutating func command(_ command: SessionCommand) { take(.command(command)) }

    /// The source of that generation is open.
    mutating func open(_ generation: Int, as kind: SourceFacts.Kind = .live) {
        let facts = SourceFacts(kind: kind, codec: "made", sampleRate: 48_000, channelCount: 2)
        take(.source(generation: generation, .opened(facts)))
    }

    /// The source of that generation is open, and has enough samples to begin with.
    mutating func begin(_ generation: Int, as kind: SourceFacts.Kind = .live) {
        open(generation, as: kind)
        take(.source(generation: generation, .ready))
    }

    /// Everything before `frame` is heard, a second behind the live edge.
    mutating func hear(_ frame: Int) {
        let frame = FrameTime(Int64(frame))
        take(.heard(frame, liveEdge: frame + FrameTime.rate))
    }

    /// Everything before `frame` is heard, with the newest stream frame received being `edge`.
    mutating func hear(_ frame: Int, edge: Int) {
        take(.heard(FrameTime(Int64(frame)), liveEdge: FrameTime(Int64(edge))))
    }

    /// The states reported to observers.
    var states: [SessionState] {
        effects.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } }
    }

    /// The last published timeline.
    var timeline: OutputTimeline? {
        effects.lazy.reversed().compactMap {
            if case .publish(let timeline, _) = $0 { timeline } else { nil }
        }.first
    }

    /// The event log.
    var records: [EventRecord] {
        effects.compactMap { if case .log(let record) = $0 { record } else { nil } }
    }

    /// The log's events about the session, without the word before the dot.
    var story: [String] {
        records.map(\.event).filter { $0.hasPrefix("session.") }.map { String($0.dropFirst(8)) }
    }

    var refusals: [String] {
        effects.compactMap { if case .refuse(let words) = $0 { words } else { nil } }
    }

    /// The frames of the log's events of that name.
    func frames(of event: String) -> [Int] {
        records.filter { $0.event == event }.map { Int($0.frame) }
    }
}
