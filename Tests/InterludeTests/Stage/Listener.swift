import AdPlayback
import Advertising
import Dispatch
import Interlude
import Synchronization

/// Writes down what a session tells its delegates.
final class Listener: AudioSessionDelegate, AdvertisementDelegate {
    private let state = Mutex(State())

    private struct State {
        var calls: [String] = []
        var records: [EventRecord] = []
        var waiting: [Int: Waiter] = [:]
        var waiterCount = 0
    }

    private struct Waiter {
        let event: String
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// An event did not come in time.
    struct Late: Error {
        let awaited: String
        let events: [String]
    }

    /// The calls that are about advertisements and the session's states, in order.
    var calls: [String] { state.withLock { $0.calls } }
    /// The event log.
    var records: [EventRecord] { state.withLock { $0.records } }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    /// Waits until the event log has a line of that name. Throws if it has none in time.
    func waits(for event: String, within limit: DispatchTimeInterval = .seconds(50)) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let number = state.withLock { state -> Int? in
                if state.records.contains(where: { $0.event == event }) { return nil }
                state.waiterCount += 1
                state.waiting[state.waiterCount] = Waiter(event: event, continuation: continuation)
                return state.waiterCount
            }
            guard let number else { return continuation.resume() }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit) { self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        let (waiter, events) = state.withLock { state in
            (state.waiting.removeValue(forKey: number), state.records.map(\.event))
        }
        guard let waiter else { return }
        waiter.continuation.resume(throwing: Late(awaited: waiter.event, events: events))
    }

    func onEvent(_ record: EventRecord) {
        let done = state.withLock { state in
            state.records.append(record)
            let done = state.waiting.filter { $0.value.event == record.event }
            for number in done.keys { state.waiting[number] = nil }
            return done
        }
        for waiter in done.values { waiter.continuation.resume() }
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
