/// What a player answers to a ``ControlRequest``: one JSON object on one line.
package enum ControlReply: Hashable, Sendable {
    /// The player has accepted the request: `{"ok":true}`.
    case accepted
    /// The player's status: `{"ok":true,"status":{…}}`.
    case status(JSONValue)
    /// The player refuses, and says why: `{"ok":false,"error":"…"}`.
    case refused(String)

    /// The line without its end.
    package var line: String {
        let json: JSONValue =
            switch self {
            case .accepted: ["ok": true]
            case .status(let status): ["ok": true, "status": status]
            case .refused(let reason): ["ok": false, "error": .string(reason)]
            }
        return json.description
    }
}
