import FFmpegCalls
import FoundationEssentials

/// The publisher's ledger of credits; each engagement counts once.
package struct CreditLedger: Sendable {
    private let secret: String

    /// The users who may earn credits.
    package var users: Set<String> = []

    /// How many of the next reports are answered with a request to repeat them.
    package var retries = 0

    private var engagements: Set<String> = []

    package init(secret: String) {
        self.secret = secret
    }

    /// Processes a report, a query with `sig`.
    package mutating func receive(_ query: [String: String]) -> CreditReply {
        guard let report = CreditReport(received: query),
            query["sig"] == report.signature(secret: secret)
        else { return .wrongSignature }
        if retries > 0 {
            retries -= 1
            return .askAgain
        }
        guard users.contains(report.userID),
            engagements.insert(report.engagementID).inserted
        else { return .duplicateOrUnknownUser }
        return .noted
    }
}

/// The publisher's reply to a credit report.
package enum CreditReply: Int, Codable, Sendable {
    case askAgain = 0
    case noted = 1
    case wrongSignature = 2

    /// The engagement was already reported, or the user is unknown.
    case duplicateOrUnknownUser = 3
}

/// The ad server's report of a credit to the publisher.
package struct CreditReport: Hashable, Sendable {
    /// The values by query parameter, without the signature.
    package let fields: [String: String]

    /// The parameters of a report, all of which are signed.
    package static let names = [
        "application_key", "campaign_id", "campaign_name", "client_request_id", "creative_id",
        "creative_name", "currency_amount", "currency_label", "engagement_id", "network_user_id",
        "placement_hash", "revenue",
    ]

    /// A received report; `nil` if a parameter is missing. Other parameters are ignored.
    package init?(received: [String: String]) {
        fields = received.filter { Self.names.contains($0.key) }
        guard fields.count == Self.names.count else { return nil }
    }

    init(engagement: Int, request: TruexRequest, campaign: TruexCampaign) {
        fields = [
            "application_key": "lighthouse-radio",
            "campaign_id": "\(campaign.campaign)",
            "campaign_name": campaign.name,
            "client_request_id": "r\(engagement)",
            "creative_id": "\(campaign.creative)",
            "creative_name": campaign.name,
            "currency_amount": "1",
            "currency_label": "pod",
            "engagement_id": TruexEngagement.name(engagement),
            "network_user_id": request.user,
            "placement_hash": request.placement.rawValue,
            "revenue": "0.10",
        ]
    }

    package var engagementID: String { fields["engagement_id"]! }
    package var userID: String { fields["network_user_id"]! }

    /// In base64, over every `key=value` in order of the keys, and the secret. FFmpeg's libraries
    /// must be loaded.
    package func signature(secret: String) -> String {
        let pairs = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let signature = SHA1Signature.sign(
            Array((pairs.joined() + secret).utf8), key: Array(secret.utf8))
        return Data(signature).base64EncodedString()
    }
}
