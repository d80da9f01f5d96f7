import AdPlayback
import Advertising
import Interlude
import Synchronization

/// Records a session's calls of its delegates.
final class Listener: AudioSessionDelegate, AdvertisementDelegate {
    private let state = Mutex(State())

    private struct State {
        var calls: [String] = []
        var records: [EventRecord] = []
    }

    private let arrivals = Arrivals()

    /// The calls about advertisements and the session's states, in order.
    var calls: [String] { state.withLock { $0.calls } }
    /// The event log.
    var records: [EventRecord] { state.withLock { $0.records } }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    /// Waits until the event log has an event of that name. Throws if it has none in time.
    func waits(for event: String) async throws {
        try await arrivals.wait(for: event) { records.contains { $0.event == event } }
    }

    func onEvent(_ record: EventRecord) {
        state.withLock { $0.records.append(record) }
        arrivals.note(record.event)
    }
    func onSessionStateUpdate(_ state: SessionState) { note("state \(state.rawValue)") }
    func onStreamMetadata(_ metadata: StreamMetadata) {
        let texts = metadata.frames.map { "\($0.id) \($0.description ?? "") \($0.value ?? "")" }
        note("tag \(metadata.outputTime.frames) \(texts)")
    }
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
