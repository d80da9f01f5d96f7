import Interlude
import MediaTime

extension PageState {
    /// The State of the OpenAPI document at `now`: the status as `interlude ctl status` prints it,
    /// and what only pages need.
    func json(at now: MonotonicTime) -> JSONValue {
        let status = status(at: now)
        guard case .object(let members) = status.json else { return status.json }
        return .object(
            members + [
                JSONMember("truexView", status.truex.json),
                JSONMember("level", level?.json ?? .null),
                JSONMember("rates", PageRates(status).json),
                JSONMember("spot", spot?.json ?? .null),
                JSONMember("timeline", timeline.json),
                JSONMember("titles", .array(titles.titles.map { $0.json(at: now) })),
                JSONMember("latency", .array(latencies)),
                JSONMember("views", .array(views.map(\.json))),
            ])
    }

    /// The Feed of the OpenAPI document.
    var feedJSON: JSONValue { ["rows": .array(feed.map(\.json))] }
}

extension HeardLevel {
    var json: JSONValue {
        ["peak": .decimal(truePeak), "loudness": .decimal(loudness)]
    }
}
