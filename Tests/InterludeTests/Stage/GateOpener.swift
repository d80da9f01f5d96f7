import Interlude
import TestServers

/// Opens a gate when the event log has a given event, or the session comes into a given state.
final class GateOpener: AudioSessionDelegate {
    private let gate: Gate
    private let occasion: Occasion

    private enum Occasion: Hashable {
        case event(String)
        case state(SessionState)
    }

    init(_ gate: Gate, at event: String) {
        self.gate = gate
        occasion = .event(event)
    }

    init(_ gate: Gate, in state: SessionState) {
        self.gate = gate
        occasion = .state(state)
    }

    func onEvent(_ record: EventRecord) {
        if occasion == .event(record.event) { gate.open() }
    }

    func onSessionStateUpdate(_ state: SessionState) {
        if occasion == .state(state) { gate.open() }
    }
}
