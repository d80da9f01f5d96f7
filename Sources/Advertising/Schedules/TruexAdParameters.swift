import PlainText

/// The parameters of a true[X] ad: the `adParameters` of a schedule.
public enum TruexAdParameters: Hashable, Sendable {
    /// Two stages: the ad's description must be requested first.
    case twoStage(TruexReference)

    /// One stage: the ad's description itself, a JSON object.
    case oneStage(json: String)
}

/// Why parameters are unusable, as the end of a sentence whose subject is their place in the
/// document.
public struct UnusableTruexParameters: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension TruexAdParameters {
    /// Parses a JSON object, or a JSON string that contains one.
    public init(parsing json: String) throws(UnusableTruexParameters) {
        let node: JSONNode
        do throws(AdScheduleError.Reason) {
            node = try JSONNode(parsing: json)
        } catch {
            throw UnusableTruexParameters("are not a JSON object")
        }
        try self.init(node)
    }

    public init(_ values: [String: String]) throws(UnusableTruexParameters) {
        try self.init(.object(values.mapValues { .string($0) }))
    }

    init(_ node: JSONNode) throws(UnusableTruexParameters) {
        switch node {
        case .object(let members):
            self = try Self.read(members)
        case .string(let text):
            // Some parameters are encoded twice; more is refused.
            guard text.trimmed.hasPrefix("{") else {
                throw UnusableTruexParameters("are not a JSON object")
            }
            try self.init(parsing: text)
        case .null, .bool, .number, .integer, .array:
            throw UnusableTruexParameters("are not a JSON object")
        }
    }

    private static func read(
        _ members: [String: JSONNode]
    ) throws(UnusableTruexParameters) -> Self {
        if let address = members["vast_config_url"]?.text, !address.isEmpty {
            return .twoStage(
                try TruexReference(
                    configuration: address, userID: members["user_id"]?.text,
                    placementHash: members["placement_hash"]?.text))
        }
        let signs = ["card_configurations", "card_creative_url", "ads", "tag_type"]
        guard signs.contains(where: { members[$0] != nil }) else {
            throw UnusableTruexParameters("have no \"vast_config_url\"")
        }
        return .oneStage(json: JSONNode.object(members).json)
    }

    /// Whether the ad has no choice card.
    var isIDVx: Bool {
        switch self {
        case .twoStage(let reference):
            return reference.configurationTemplate.contains("/idvx/")
        case .oneStage(let json):
            // `try?`: the JSON was written by this type; unreadable JSON is not IDVx.
            let ads = (try? JSONNode(parsing: json))?["ads"]?.elements ?? []
            return ads.contains { $0["idvx"]?.isTrue == true }
        }
    }
}
