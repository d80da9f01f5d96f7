import AdDisplay
import Advertising
import Interlude
import Synchronization

/// Records the events of a page's ads, and the reported clicks.
final class AdPageWitness: AdPageDelegate, AudioSessionDelegate {
    private let state = Mutex(State())
    private let arrivals = Arrivals()

    private struct State {
        var records: [EventRecord] = []
        var sessionEvents: [String] = []
        var clicks: [Int] = []
        var views: [ShownAd] = []
    }

    /// The lines of the log about ads of the page.
    var records: [EventRecord] { state.withLock { $0.records } }
    var clicks: [Int] { state.withLock { $0.clicks } }
    /// The last reported visible ads.
    var views: [ShownAd] { state.withLock { $0.views } }

    /// The names and places of the log's events.
    var story: [String] {
        records.map { "\($0.json["position"].text) \($0.event.dropFirst(8))" }
    }

    /// Waits until the log has that `event`. Throws if it has none in time.
    func waits(for event: String) async throws {
        try await arrivals.wait(for: event) {
            state.withLock { state in
                state.sessionEvents.contains(event) || state.records.contains { $0.event == event }
            }
        }
    }

    /// Waits until exactly these are visible.
    func waits(forViews ids: [String]) async throws {
        let name = "views \(ids)"
        try await arrivals.wait(for: name) { views.map(\.id) == ids }
    }

    func onViewsChanged(_ views: [ShownAd]) {
        state.withLock { $0.views = views }
        arrivals.note("views \(views.map(\.id))")
    }

    func onEvent(_ record: EventRecord) {
        state.withLock { state in
            if record.event.hasPrefix("display.") {
                state.records.append(record)
            } else {
                state.sessionEvents.append(record.event)
            }
        }
        arrivals.note(record.event)
    }

    func onAdvertisementClicked(_ advertisement: Advertisement) {
        state.withLock { $0.clicks.append(advertisement.id) }
        arrivals.note("click")
    }

    func waitsForClick() async throws {
        try await arrivals.wait(for: "click") { !clicks.isEmpty }
    }
}

extension JSONValue? {
    /// A string itself, and the JSON text of anything else.
    var text: String {
        guard case .string(let text)? = self else { return self?.description ?? "none" }
        return text
    }
}
