import HTTPServing
import Interlude

/// Hides from listeners what an address answered: a page could otherwise find out which hosts and
/// ports the player reaches.
enum ListenerWords {
    /// The same for every address that cannot be played.
    static let unplayable = "this source cannot be played; try another address"

    /// The same for every place in a source where a listener cannot go.
    static let noSuchPlace = "it cannot go there; choose an earlier time"

    static let noPicture = "the picture cannot be shown"

    /// Why `request` is refused, in the words for `role`.
    static func reason(
        _ reason: String, of request: ControlRequest, to role: RequestRole
    ) -> String {
        guard role != .operator else { return reason }
        return switch request {
        case .play, .playPublic: unplayable
        case .seek: noSuchPlace
        case .status, .push, .ignore, .pause, .resume, .live, .delay, .volume, .skip, .skipBreak,
            .stop:
            reason
        }
    }

    /// The line of the event log that a listener gets.
    static func record(_ record: EventRecord) -> EventRecord {
        guard !reasonsForAll.contains(record.event) else { return record }
        var told = record
        told.fields = record.fields.map { field in
            switch field.key {
            case "reason": JSONMember("reason", .string(words(for: record.event)))
            // Of the codes of VAST one says that something failed, and no more.
            case "code": JSONMember("code", 400)
            default: field
            }
        }
        return told
    }

    /// The events whose reason is one of a few words of our own, or is about the output.
    private static let reasonsForAll: Set = [
        "break.dropped", "break.cancelled", "slot.notUsed", "slot.skipped", "stream.discontinuity",
        "session.paused", "sink.lost",
    ]

    private static func words(for event: String) -> String {
        switch event {
        case "slot.failed": "the spot cannot be played"
        case "session.reconnecting": "the stream broke off"
        case "session.warning": "something is not as it was asked for"
        default: "it cannot be played or shown"
        }
    }
}
