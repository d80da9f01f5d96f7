import AdPlayback
import Advertising
import Interlude
import Synchronization

/// Writes down what a session tells its delegates.
final class Listener: AudioSessionDelegate, AdvertisementDelegate {
    private let state = Mutex(State())

    private struct State {
        var calls: [String] = []
        var records: [EventRecord] = []
        var waiting: [(event: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// The calls that are about advertisements and the session's states, in order.
    var calls: [String] { state.withLock { $0.calls } }
    /// The event log.
    var records: [EventRecord] { state.withLock { $0.records } }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    /// Waits until the event log has a line of that name.
    func waits(for event: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let isThere = state.records.contains { $0.event == event }
                if !isThere { state.waiting.append((event, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
    }

    func onEvent(_ record: EventRecord) {
        let done = state.withLock { state in
            state.records.append(record)
            let done = state.waiting.filter { $0.event == record.event }
            state.waiting.removeAll { $0.event == record.event }
            return done
        }
        for waiter in done { waiter.continuation.resume() }
    }
    func onSessionStateUpdate(_ state: SessionState) { note("state \(state.rawValue)") }
    func onAdPlayStarted() { note("started") }
    func onAdPlayFinished() { note("finished") }
    func showBanner(of advertisement: Advertisement) { note("banner \(advertisement.id)") }
    func removeBanner() { note("no banner") }
    func onAdvertisementAvailable() { note("available") }
    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {
        note("\(status.rawValue) \(advertisement.id)")
    }
    func onSessionEnd(_ end: SessionEnd) { note("end") }
}
