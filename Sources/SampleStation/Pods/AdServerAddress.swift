import PlainText

/// Where a placeholder's ad is asked for, with macros for what only the player knows.
struct AdServerAddress: Sendable {
    var base: String
    var fields: [(name: String, value: String)]
    var position: Pod.Position
    var macros: Macros

    /// How a macro looks depends on who made the schedule.
    enum Macros: Sendable {
        case brackets
        case dollarsAndPercents

        fileprivate var fields: String {
            switch self {
            case .brackets: "user_id=[user_id]&stream_id=[stream_id]"
            case .dollarsAndPercents:
                "user_id=${user-id}&stream_id=[stream_id]&ip=%%USER_IP%%"
            }
        }
    }

    var text: String {
        let given = (fields + [("stream_position", position.rawValue)]).map { name, value in
            "\(name)=\(value.percentEncoded)"
        }
        return "\(base)/truex/config?\(given.joined(separator: "&"))&\(macros.fields)"
    }
}
