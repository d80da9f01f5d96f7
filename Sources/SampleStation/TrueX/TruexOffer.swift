import Advertising

/// The ad server's answer with its request.
struct TruexOffer: Sendable {
    var answer: TruexOfferKind
    var request: TruexRequest

    /// The session of the offer; `nil` without one.
    var engagement: Int?
}

/// The kind of the ad server's answer.
package enum TruexOfferKind: String, Codable, Sendable {
    case choiceCard = "choice_card"

    /// The stream is already sponsored.
    case skipCard = "skip_card"

    case idvx

    /// There is no ad for this placement.
    case noBid = "no_bid"

    /// The viewer opted out too often.
    case capped
}

extension TruexOffer {
    /// The response for the player: a VAST configuration, or no bid.
    ///
    /// `base` is the address by which the player reached the station.
    func json(of campaign: TruexCampaign, base: String) -> JSONNode {
        guard let engagement else { return ["error": "No bid found"] }
        let files = Files(campaign, base: base)
        let none = JSONNode.null
        return [
            "tag_type": answer == .skipCard ? "skip_card" : "choice_card",
            "fillable": true,
            "user": ["id": .string(request.user)],
            "vast_session_id": "v\(engagement)",
            "partner_dimensions": [
                "dimension_1": none, "dimension_2": none, "dimension_3": none,
                "dimension_4": none, "dimension_5": none,
            ],
            "placement": [
                "id": "1", "partner_id": "1",
                "identifier_hash": .string(request.placement.rawValue),
            ],
            "ads": [ad(campaign, engagement, files)],
            "card_creative_url": files.card,
            "ad_free_creative_url": files.skipCard,
            "card_creative_args": ["user_opt_out_capping_enabled": true],
            "card_configurations": [card(campaign, files)],
            "choice_card_images": [], "passback_tags": [], "validation_pixels": [],
        ]
    }

    private func ad(_ campaign: TruexCampaign, _ engagement: Int, _ files: Files) -> JSONNode {
        [
            "id": .integer(campaign.creative),
            "campaign_id": .integer(campaign.campaign),
            "name": .string(campaign.name),
            "currency_amount": 1, "revenue_amount": "0.10",
            "session_id": .string(TruexEngagement.name(engagement)),
            "request_id": "r\(engagement)",
            "window_url": files.engagement, "window_width": 960, "window_height": 540,
            "service_url": files.tracking,
            "service_params": "session_id=\(TruexEngagement.name(engagement))",
            "asset_url": files.engagement, "asset_type": "interactive",
            "asset_args": ["steps": .integer(campaign.steps)],
            "variations": [:],
            "idvx": .bool(answer == .idvx),
        ]
    }

    private func card(_ campaign: TruexCampaign, _ files: Files) -> JSONNode {
        let standard = answer == .skipCard ? 3 : 15
        return [
            "n": .string(request.placement.rawValue),
            "pos": .string(request.position.rawValue),
            "product": .string(request.product.rawValue),
            "aa": .integer(request.countdown ?? standard),
            "bd": .integer(request.buttonDelay),
            // A string, as in real campaigns.
            "sec": "\(request.attention)",
            "vo": [files.voiceOver],
            "bg": files.card,
            "sk": files.skipCard,
            "ib": files.interactButton,
            "wb": files.watchButton,
            "ct": .string(campaign.countdownText),
        ]
    }

    /// The addresses of the campaign's files.
    private struct Files {
        let card, skipCard, interactButton, watchButton, voiceOver, engagement, tracking: JSONNode

        init(_ campaign: TruexCampaign, base: String) {
            // They are served by file name.
            func address(_ path: String) -> JSONNode {
                "\(base)/truex/creative/\(path.split(separator: "/").last ?? "")"
            }
            card = address(campaign.card)
            skipCard = address(campaign.skipCard)
            interactButton = address(campaign.interactButton)
            watchButton = address(campaign.watchButton)
            voiceOver = address(campaign.voiceOver)
            engagement = address(campaign.engagement)
            tracking = "\(base)/truex/track"
        }
    }
}
