import Advertising
import MediaTime

/// The reply to a ``ControlRequest``: one JSON object on one line.
package enum ControlReply: Hashable, Sendable {
    /// The player has accepted the request: `{"ok":true}`.
    case accepted
    /// The player has accepted a push, and numbered its spots: `{"ok":true,"spots":[…]}`.
    case pushed([Advertisement.ID])
    /// The status of the player: `{"ok":true,"status":{…}}`.
    case status(JSONValue)
    /// The player refuses the request: `{"ok":false,"error":"…"}`.
    case refused(String)
    /// What has become of a spot of ``ControlRequest/pushAndWait(_:)``: `{"progress":{…}}`. Another
    /// reply follows.
    case progress(SpotProgress)

    /// The line without its line end.
    package var line: String {
        let json: JSONValue =
            switch self {
            case .accepted: ["ok": true]
            case .pushed(let numbers):
                ["ok": true, "spots": .array(numbers.map { .integer(Int64($0)) })]
            case .status(let status): ["ok": true, "status": status]
            case .refused(let reason): ["ok": false, "error": .string(reason)]
            case .progress(let progress): ["progress": progress.json]
            }
        return json.description
    }

    /// Whether the request has no further reply.
    package var isLast: Bool {
        switch self {
        case .accepted, .pushed, .status, .refused: true
        case .progress: false
        }
    }
}
