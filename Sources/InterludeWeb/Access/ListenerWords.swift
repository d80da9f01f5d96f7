import HTTPServing
import Interlude

/// Replaces the reasons of failures for listeners. The real ones would reveal which hosts and ports
/// the player can reach.
enum ListenerWords {
    /// For every address that cannot be played.
    static let unplayable = "this source cannot be played; try another address"

    /// For every position in a source that cannot be reached.
    static let noSuchPlace = "this position cannot be reached; choose an earlier time"

    /// For every loss of a stream.
    static let brokenOff = "the stream broke off"

    /// For every spot whose file is cut off.
    private static let cutOff = "the file of the spot is cut off"

    static let noPicture = "the picture cannot be shown"

    /// The reason of a refusal as `role` gets it.
    static func reason(
        _ reason: String, of request: ControlRequest, to role: RequestRole
    ) -> String {
        guard role != .operator else { return reason }
        return switch request {
        case .play, .playPublic: unplayable
        case .seek: noSuchPlace
        case .status, .push, .pushAndWait, .pushInStream, .ignore, .ignoreSpot, .pause, .resume,
            .live, .delay,
            .volume, .adVolume, .mute, .unmute, .skip, .skipBreak, .consent, .stop:
            reason
        }
    }

    /// The line of the event log as a listener gets it.
    static func record(_ record: EventRecord) -> EventRecord {
        var told = record
        if withoutAddress.contains(where: record.event.hasPrefix) {
            told.fields.removeAll { $0.key == "url" }
        }
        told.fields.removeAll { withAddresses.contains($0.key) }
        guard !reasonsForAll.contains(record.event) else { return told }
        told.fields = told.fields.map { field in
            switch field.key {
            case "reason": JSONMember("reason", .string(reason(of: record)))
            // The VAST code for a failure of any kind.
            case "code": JSONMember("code", 400)
            case "options": JSONMember("options", withoutFeed(field.value))
            default: field
            }
        }
        return told
    }

    /// The beginnings of events whose address is not for listeners: that of a spot may be a file of the
    /// player's machine, and those of ad servers have accounts and sessions in them.
    private static let withoutAddress = ["slot.", "tracking.", "decision."]

    /// The fields that may have such addresses in them: why ad servers have no ad for a break, and what
    /// else a marker of the stream says of its ads.
    private static let withAddresses: Set = ["cause", "fields"]

    /// The options of a session without the address of its now-playing feed, which may have a key in
    /// it.
    private static func withoutFeed(_ options: JSONValue) -> JSONValue {
        guard case .object(let members) = options else { return options }
        return .object(members.filter { $0.key != "nowPlaying" })
    }

    /// The events with a fixed reason, or one that concerns the output.
    private static let reasonsForAll: Set = [
        "break.dropped", "break.cancelled", "feed.started", "feed.stopped", "slot.notUsed",
        "slot.skipped", "stream.discontinuity", "session.paused", "sink.lost",
    ]

    /// The state as a listener gets it.
    static func state(_ state: JSONValue) -> JSONValue {
        guard case .object(let members) = state else { return state }
        return .object(
            members.map { member in
                guard let words = stateReasons[member.key], case .object(let parts) = member.value
                else { return member }
                return JSONMember(
                    member.key,
                    .object(
                        parts.map { part in
                            guard part.key == "reason", case .string = part.value else {
                                return part
                            }
                            return JSONMember("reason", .string(words))
                        }))
            })
    }

    /// Why a source that somebody else may have named cannot be played.
    static let failed = "this source cannot be played"

    /// The reasons in the state that would name an address, by their member.
    private static let stateReasons = ["failed": failed, "reconnection": brokenOff]

    private static func reason(of record: EventRecord) -> String {
        switch record.event {
        case "session.warning" where record.fields.contains { $0.key == "source" }: failed
        case "session.warning" where record.warnsOfCutSpot: cutOff
        case "slot.failed": "the spot cannot be played"
        case "session.reconnecting": brokenOff
        case "session.warning": "a setting could not be applied"
        default: "it cannot be played or shown"
        }
    }
}
