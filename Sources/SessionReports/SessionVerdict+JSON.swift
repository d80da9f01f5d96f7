import Interlude
import MediaTime

extension SessionVerdict {
    /// The version of the form of ``json``; a change that readers notice raises it.
    private static let form = 1

    /// The document of `play --summary`.
    package var json: JSONValue {
        .present([
            "interludeSummary": .integer(Int64(Self.form)),
            "verdict": reasons.isEmpty ? "passed" : "failed",
            "reasons": .array(reasons.map { .string($0) }),
            "version": JSONValue(summary.version), "source": JSONValue(summary.source),
            "lastSource": JSONValue(summary.lastSource),
            "sourceChanges": JSONValue(
                summary.lastSource == nil ? nil : summary.sourceChangeCount),
            "startTime": JSONValue(summary.startTime),
            "played": .decimal(played.inSeconds),
            "breaks": .integer(Int64(summary.breakCount)),
            "breaksLeftOut": .integer(Int64(summary.leftOutCount)),
            "spots": counts,
            "beacons": [
                "queued": .integer(Int64(summary.beacons.queued)),
                "confirmed": .integer(Int64(summary.beacons.confirmed)),
                "retried": .integer(Int64(summary.beacons.retried)),
                "gaveUp": .integer(Int64(summary.beacons.undelivered)),
            ],
            "decisions": [
                "requested": .integer(Int64(summary.decisions.requested)),
                "received": .integer(Int64(summary.decisions.received)),
                "noAd": .integer(Int64(summary.decisions.noAd)),
                "failed": .integer(Int64(summary.decisions.failed)),
            ],
            "adSeconds": .decimal(adTime.inSeconds),
            "worstGap": JSONValue(summary.worstGap),
            "underruns": [
                "stream": .integer(Int64(summary.streamUnderrunCount)),
                "device": .integer(Int64(summary.deviceUnderrunCount)),
            ],
            "pushesNotReached": .array(unreachedPushes.map { .decimal($0.inSeconds) }),
            "expectations": expectations.isEmpty ? .null : .array(expectations.map(\.json)),
            "breakList": .array(summary.breaks.map(\.json)),
            "spotList": .array(summary.spots.map(\.json)),
            "notListed": .integer(Int64(summary.unlistedCount)),
        ])
    }

    /// How many spots were loaded and began, how many ended in which way, and how long they took to
    /// load.
    private var counts: JSONValue {
        let ends = SummarySpot.Outcome.allCases.map { outcome in
            JSONMember(outcome.name, .integer(Int64(summary.outcomes[outcome] ?? 0)))
        }
        let codes = summary.failures.sorted { $0.key < $1.key }.map {
            JSONMember("\($0.key)", .integer(Int64($0.value)))
        }
        let begun = [
            JSONMember("tried", .integer(Int64(summary.loadTimes.begunCount))),
            JSONMember("started", .integer(Int64(summary.startedCount))),
        ]
        let cut = JSONMember("cutOff", .integer(Int64(summary.cutOffCount)))
        let rest = [JSONMember("failedByCode", .object(codes)), loadTime].compactMap { $0 }
        return .object(begun + ends + [cut] + rest)
    }

    /// In milliseconds; `nil` if no spot was loaded.
    private var loadTime: JSONMember? {
        guard let median = summary.loadTimes.median, let longest = summary.loadTimes.longest else {
            return nil
        }
        let framesPerMillisecond = Double(FrameTime.rate) / 1000
        return JSONMember(
            "loadTime",
            [
                "median": .decimal(median / framesPerMillisecond),
                "max": .decimal(Double(longest) / framesPerMillisecond),
            ])
    }
}

extension ExpectationResult {
    fileprivate var json: JSONValue {
        .present([
            "expected": .string(name), "met": .bool(deviation == nil),
            "heard": JSONValue(deviation),
        ])
    }
}

extension SummaryBreak {
    fileprivate var json: JSONValue {
        .present([
            "break": .integer(Int64(number)), "pod": JSONValue(pod),
            "start": .decimal(start.seconds), "end": JSONValue(end?.seconds),
            "worstGap": JSONValue(worstGap),
        ])
    }
}

extension SummarySpot {
    fileprivate var json: JSONValue {
        .present([
            "break": JSONValue(breakNumber), "slot": JSONValue(slot), "spot": JSONValue(number),
            "adId": JSONValue(adID), "title": JSONValue(title), "url": JSONValue(url),
            "outcome": .string(outcome.name), "start": JSONValue(heard?.start.seconds),
            "seconds": JSONValue(heard.map { Duration.frames($0.count).inSeconds }),
            "code": JSONValue(code), "reason": JSONValue(reason),
        ])
    }
}
