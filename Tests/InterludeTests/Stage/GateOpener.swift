import Interlude
import TestServers

/// Opens a gate when the event log has a given event.
final class GateOpener: AudioSessionDelegate {
    private let gate: Gate
    private let event: String

    init(_ gate: Gate, at event: String) {
        self.gate = gate
        self.event = event
    }

    func onEvent(_ record: EventRecord) {
        if record.event == event { gate.open() }
    }
}
