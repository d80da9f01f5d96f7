import Advertising
import MediaTime

@testable import Interlude

/// A session that plays a live stream without a device, and takes requests.
struct FuzzedSession {
    private var machine = SessionMachine(SessionConfiguration(source: "http://a/live"))
    private var heard = FrameTime.zero
    private var generation = 1

    init() {
        receive(.began)
        receive(.source(generation: generation, .opened(Self.facts)))
        receive(.source(generation: generation, .ready))
        goOn()
    }

    private static let facts = SourceFacts(
        kind: .live, codec: "mp3", sampleRate: 44_100, channelCount: 2)

    mutating func obey(_ command: SessionCommand) {
        receive(.command(command))
        goOn()
    }

    /// Lets a second pass.
    mutating func goOn() {
        heard = heard + FrameTime.rate
        receive(.switchable(heard + 4800))
        receive(.heard(heard, liveEdge: heard + 96_000))
    }

    private mutating func receive(_ event: SessionEvent) {
        for effect in machine.receive(event) {
            switch effect {
            case .log(let record): _ = record.json.description
            case .openStream(let generation, _, _, _): self.generation = generation
            case _: break
            }
        }
        _ = machine.nextMark
    }
}
