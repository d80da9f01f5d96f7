import Advertising
import Interlude
import MediaTime

extension AdSchedule {
    /// The schedule as JSON with sorted keys; times are seconds.
    var inspection: JSONValue {
        let placed = breaks.map { $0.inspection(at: nil) }
        let waiting = unplaced.map { $0.laidOut.inspection(at: $0.offset) }
        var members = [
            JSONMember("breaks", .array(placed + waiting)),
            JSONMember("form", .string(form.rawValue)),
        ]
        if !remarks.isEmpty {
            members.append(JSONMember("remarks", .array(remarks.map { .string($0) })))
        }
        return .object(members)
    }
}

extension AdSchedule.Break {
    /// `offset` is the place of a break without known times; `nil` if they are known.
    fileprivate func inspection(at offset: AdSchedule.Offset?) -> JSONValue {
        let isPlaced = offset == nil
        var members = [
            JSONMember("ads", .array(ads.map { $0.inspection(at: offset) })),
            JSONMember("end", isPlaced ? .decimal(range.end.seconds) : .null),
        ]
        if !id.isEmpty { members.append(JSONMember("id", .string(id))) }
        if let placeholder, isPlaced {
            members.append(JSONMember("placeholder", placeholder.inspection))
        }
        members.append(JSONMember("position", .string(position.rawValue)))
        members.append(JSONMember("start", isPlaced ? .decimal(range.start.seconds) : .null))
        if let offset { members.append(JSONMember("timeOffset", .string(offset.description))) }
        members.append(JSONMember("truex", .bool(truexParameters != nil)))
        return .object(members)
    }
}

extension AdSchedule.Ad {
    fileprivate func inspection(at offset: AdSchedule.Offset?) -> JSONValue {
        var members = [
            JSONMember("apiFramework", JSONValue(apiFramework)),
            JSONMember("duration", .decimal(Double(range.count) / Double(FrameTime.rate))),
            JSONMember("kind", .string(kind.rawValue)),
        ]
        if let truexParameters {
            members.append(JSONMember("parameters", truexParameters.inspection))
        }
        members.append(JSONMember("start", offset == nil ? .decimal(range.start.seconds) : .null))
        return .object(members)
    }
}

extension TruexAdParameters {
    fileprivate var inspection: JSONValue {
        switch self {
        case .oneStage:
            return ["stages": 1]
        case .twoStage(let reference):
            return .present([
                "configuration": .string(reference.configurationTemplate),
                "placementHash": JSONValue(reference.placementHash),
                "stages": 2,
                "userID": JSONValue(reference.userID),
            ])
        }
    }
}

extension FrameRange {
    fileprivate var inspection: JSONValue {
        ["end": .decimal(end.seconds), "start": .decimal(start.seconds)]
    }
}
