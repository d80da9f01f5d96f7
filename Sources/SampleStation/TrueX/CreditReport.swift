import Crypto
import FoundationEssentials

/// A credit, as the ad server reports it to the publisher.
package struct CreditReport: Hashable, Sendable {
    /// What is reported, by the names of the query's fields, without the signature.
    package let fields: [String: String]

    /// The fields of a report; all of them are signed, and no others.
    package static let names = [
        "application_key", "campaign_id", "campaign_name", "client_request_id", "creative_id",
        "creative_name", "currency_amount", "currency_label", "engagement_id", "network_user_id",
        "placement_hash", "revenue",
    ]

    /// A report that came; nil if it lacks a field. What else came with it is left out.
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

    /// In base64: over every `key=value` in the order of the keys, and the secret.
    package func signature(secret: String) -> String {
        let pairs = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: Data((pairs.joined() + secret).utf8),
            using: SymmetricKey(data: Data(secret.utf8)))
        return Data(code).base64EncodedString()
    }
}
