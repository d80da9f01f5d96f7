import Interlude
import MediaTime
import PlainText

extension PageState {
    /// The State of the OpenAPI document at `now`.
    func json(at now: MonotonicTime) -> JSONValue {
        let status = status(at: now)
        guard case .object(let members) = status.json else { return status.json }
        // Pages get the source without credentials, a `break` member even if it is null, the whole
        // interactive advertisement instead of its summary, and more of the sink than its name.
        let kept = members.filter { !["source", "break", "truex", "sink"].contains($0.key) }
        return .object(
            [JSONMember("t", .decimal(status.outputTime.inSeconds))] + kept + [
                JSONMember("paused", .bool(status.isPaused)),
                JSONMember("source", .string(status.source.withoutUserInfo)),
                JSONMember("break", status.adBreak?.json ?? .null),
                JSONMember("truex", status.truex.json),
                JSONMember("level", level?.json ?? .null),
                JSONMember("sink", sink.json),
                JSONMember("rates", PageRates(status).json),
                JSONMember("spot", spot?.json ?? .null),
                JSONMember("next", .array(status.comingBreaks.map(\.json))),
                JSONMember("queue", .array(status.waitingSpots.map(\.queuedJSON))),
                JSONMember("timeline", timeline.json),
                JSONMember("allowed", status.controls.json),
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

extension ComingBreak {
    fileprivate var json: JSONValue {
        ["breakIn": .decimal(wait.inSeconds), "spots": .integer(Int64(spotCount))]
    }
}

extension ListenerControls {
    fileprivate var json: JSONValue {
        [
            "pause": .bool(pause), "resume": .bool(resume), "seek": .bool(seek),
            "skip": .bool(skip), "live": .bool(live), "delay": .bool(delay),
        ]
    }
}
