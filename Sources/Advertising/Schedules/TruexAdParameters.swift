import PlainText

/// What a true[X] ad is asked for with: the `adParameters` of a schedule.
public enum TruexAdParameters: Hashable, Sendable {
    /// In two stages: the ad is described by an answer that has to be asked for first.
    case twoStage(TruexReference)

    /// In one stage: the description of the ad itself, a JSON object.
    case oneStage(json: String)
}

/// Where a true[X] ad is asked for.
public struct TruexReference: Hashable, Sendable {
    /// Who watches, as the ad server knows him; `nil` where the schedule does not say.
    public var userID: String?

    /// The place that the ad is for; `nil` where the schedule does not say.
    public var placementHash: String?

    /// An http(s) address, with what is to be put into it still standing there as macros.
    public var configurationTemplate: String

    public init(userID: String? = nil, placementHash: String? = nil, configurationTemplate: String)
    {
        self.userID = userID
        self.placementHash = placementHash
        self.configurationTemplate = configurationTemplate
    }
}

/// Why parameters cannot be used, as the end of a sentence that begins with what they stand at.
public struct UnusableTruexParameters: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension TruexAdParameters {
    /// Reads the parameters as schedules carry them: a JSON object, or a JSON string that holds one.
    public init(parsing json: String) throws(UnusableTruexParameters) {
        let node: JSONNode
        do throws(AdScheduleError.Reason) {
            node = try JSONNode(parsing: json)
        } catch {
            throw UnusableTruexParameters("are no JSON object")
        }
        try self.init(node)
    }

    /// Reads the parameters from a list of names and values.
    public init(_ values: [String: String]) throws(UnusableTruexParameters) {
        try self.init(.object(values.mapValues { .string($0) }))
    }

    init(_ node: JSONNode) throws(UnusableTruexParameters) {
        switch node {
        case .object(let members):
            self = try Self.read(members)
        case .string(let text):
            // Encoded twice, which happens, but not without end.
            guard text.trimmed.hasPrefix("{") else {
                throw UnusableTruexParameters("are no JSON object")
            }
            try self.init(parsing: text)
        case .null, .bool, .number, .integer, .array:
            throw UnusableTruexParameters("are no JSON object")
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
            throw UnusableTruexParameters("name no \"vast_config_url\"")
        }
        return .oneStage(json: JSONNode.object(members).json)
    }

    /// Whether the ad is one without a choice card.
    var isIDVx: Bool {
        switch self {
        case .twoStage(let reference):
            return reference.configurationTemplate.contains("/idvx/")
        case .oneStage(let json):
            // try?: it was written by us, and what cannot be read says nothing of itself.
            let ads = (try? JSONNode(parsing: json))?["ads"]?.elements ?? []
            return ads.contains { $0["idvx"]?.isTrue == true }
        }
    }
}

extension TruexReference {
    /// Makes `address` whole, which is often written without its scheme.
    init(
        configuration address: String, userID: String?, placementHash: String?
    ) throws(UnusableTruexParameters) {
        var address = address.trimmed
        if address.hasPrefix("//") { address = "https:" + address }
        let scheme = address.prefix(while: { $0.isASCII && ($0.isLetter || $0.isNumber) })
        if !address.dropFirst(scheme.count).hasPrefix("://") { address = "https://" + address }
        let lower = address.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else {
            throw UnusableTruexParameters("lead to \"\(address.printable)\", no http(s) address")
        }
        let host = address.drop(while: { $0 != "/" }).dropFirst(2)
            .prefix(while: { !"/?#".contains($0) })
        let isPlain = address.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
        guard isPlain, let first = host.first, first.isLetter || first.isNumber || first == "["
        else {
            throw UnusableTruexParameters("lead to \"\(address.printable)\", which is no address")
        }
        self.init(
            userID: userID, placementHash: placementHash, configurationTemplate: address)
    }
}
