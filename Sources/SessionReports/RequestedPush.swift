/// Spots that a session was to play from an output time on.
package struct RequestedPush: Hashable, Sendable {
    package var time: Duration
    /// The addresses of its spots.
    package var urls: [String]

    package init(at time: Duration, _ urls: [String]) {
        self.time = time
        self.urls = urls
    }
}

extension SessionSummary {
    /// The times of those of `pushes` that the session ended before: it was to end by then, or all of
    /// their spots still waited.
    package func unreached(_ pushes: [RequestedPush], played: Duration) -> [Duration] {
        var waiting = waitingCount
        var waitingByURL: [String: Int] = [:]
        var settled: [String: Int] = [:]
        for spot in spots {
            guard let url = spot.url else { continue }
            if spot.hasWaited {
                waitingByURL[url, default: 0] += 1
            } else {
                settled[url, default: 0] += 1
            }
        }
        func waits(_ push: RequestedPush) -> Bool {
            // The first spots of an address belong to the first pushes of it.
            let done = push.urls.filter { settled[$0, default: 0] > 0 }
            for url in done { settled[url, default: 0] -= 1 }
            guard done.isEmpty, !push.urls.isEmpty else { return false }
            if push.urls.allSatisfy({ waitingByURL[$0, default: 0] > 0 }) {
                for url in push.urls { waitingByURL[url, default: 0] -= 1 }
                return true
            }
            guard waiting >= push.urls.count else { return false }
            waiting -= push.urls.count
            return true
        }
        return pushes.sorted { $0.time < $1.time }.filter { $0.time >= played || waits($0) }
            .map(\.time)
    }
}

extension SummarySpot {
    /// Whether it still waited when the session, or its source, ended.
    fileprivate var hasWaited: Bool { outcome == .notUsed && reason == "stopped" }
}
