import Advertising
import FoundationEssentials
import PlainText

/// The pods of a stream with their placeholders' parameters, independent of the schedule's format.
struct PodSchedule: Sendable {
    /// The address by which the player reached the station.
    var base: String

    var streamURL: String
    var pods: [Pod]

    /// The ad system of the placeholders.
    var system = "trueX"

    /// The ad parameters of each pod's placeholder.
    var parameters: [JSONNode]
}

/// The query of a request for a schedule.
struct ScheduleRequest: Sendable {
    var user: String
    var stream: String?
    var writing: Writing
    var stage: Stage

    /// The number of the requested pod, from 1; `nil` for all.
    var pod: Int?

    /// Parameters for the ad server's address, sorted by name.
    var adServerFields: [(name: String, value: String)]

    /// The form of ad parameters in JSON.
    enum Writing: String, CaseIterable {
        case object
        case string
    }

    /// One stage: the ad server's answer itself. Two stages: the address to request it from.
    enum Stage: String, CaseIterable {
        case one
        case two
    }

    private static let passedOn = ["aa", "bd", "fault", "placement_hash", "product", "sec"]

    init(_ fields: QueryFields) throws(RequestRefusal) {
        user = fields["user_id"] ?? "listener"
        stream = fields["stream_id"]
        writing = try fields.word("parameters") ?? .object
        stage = try fields.word("stage") ?? .two
        pod = try fields.integer("pod")
        adServerFields = Self.passedOn.compactMap { name in
            let value = fields[name] ?? (name == "placement_hash" ? "lighthouse" : nil)
            return value.map { (name, $0) }
        }
    }

    var placement: String { adServerFields.first { $0.name == "placement_hash" }!.value }
}

/// The address of a placeholder's ad, with macros for what only the player knows.
struct AdServerAddress: Sendable {
    var base: String
    var fields: [(name: String, value: String)]
    var position: Pod.Position
    var macros: Macros

    /// The style of macros, which depends on the schedule's producer.
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

/// Makes the ad parameters of a schedule's placeholders.
struct PlaceholderParameters: Sendable {
    let asked: ScheduleRequest
    let macros: AdServerAddress.Macros

    /// The address by which the player reached the station.
    let base: String

    let adServer: TruexAdServer

    func all(for pods: [Pod]) async throws -> [JSONNode] {
        var all: [JSONNode] = []
        for pod in pods {
            switch asked.stage {
            case .two: all.append(address(for: pod))
            case .one: all.append(try await offer(for: pod))
            }
        }
        return all
    }

    private func address(for pod: Pod) -> JSONNode {
        let address = AdServerAddress(
            base: base, fields: asked.adServerFields, position: pod.position, macros: macros)
        return [
            "user_id": .string(asked.user), "placement_hash": .string(asked.placement),
            "vast_config_url": .string(address.text),
        ]
    }

    private func offer(for pod: Pod) async throws -> JSONNode {
        var fields = Dictionary(uniqueKeysWithValues: asked.adServerFields.map { ($0, $1) })
        fields["user_id"] = asked.user
        fields["stream_id"] = asked.stream
        fields["stream_position"] = pod.position.rawValue
        return try await adServer.offer(TruexRequest(QueryFields(fields)), base: base)
    }
}
