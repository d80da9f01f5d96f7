import Interlude

/// An alarm that was raised or cleared.
package struct AlarmNotice: Hashable, Sendable {
    package var change: Change
    package var station: String

    /// As it was when the alarm was raised, or when it was last found.
    package var finding: AlarmFinding

    /// When it was raised or cleared.
    package var time: UTCTime

    package enum Change: String, Hashable, Sendable {
        case raised
        case cleared
    }

    /// The line for standard output, and the body for a webhook.
    package var json: JSONValue {
        var members = [
            JSONMember("event", .string("alarm.\(change.rawValue)")),
            JSONMember("station", .string(station)),
        ]
        members += finding.members
        if change == .cleared { members.append(JSONMember("until", .string(time.text))) }
        return .object(members)
    }
}
