/// What an ad server of true[X] answers, as it writes it: a VAST configuration, or
/// `{"error": "No bid found"}`, both with status 200.
///
/// A number may be written as a string. What is missing is as it is unless a server says more.
package struct TruexDocument: Decodable, Sendable {
    package let answer: TruexAnswer

    private enum CodingKeys: String, CodingKey {
        case error, fillable, ads
        case tagType = "tag_type"
        case cards = "card_configurations"
        case cardArguments = "card_creative_args"
        case session = "vast_session_id"
        case adFreeImage = "ad_free_creative_url"
    }

    private struct CardArguments: Decodable {
        var capsOptOuts: LooseValue?

        private enum CodingKeys: String, CodingKey {
            case capsOptOuts = "user_opt_out_capping_enabled"
        }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let error = try values.decodeIfPresent(LooseValue.self, forKey: .error)?.text {
            answer = error.lowercased().contains("no bid") ? .noBid : .refused(error)
            return
        }
        let fillable = try values.decodeIfPresent(LooseValue.self, forKey: .fillable)?.truth
        let ads = try values.decodeIfPresent([TruexDocumentAd].self, forKey: .ads) ?? []
        guard fillable != false, let ad = ads.first else {
            answer = .noBid
            return
        }
        let cards = try values.decodeIfPresent([TruexDocumentCard].self, forKey: .cards) ?? []
        if try values.decodeIfPresent(String.self, forKey: .tagType) == "skip_card" {
            let image = try values.decodeIfPresent(String.self, forKey: .adFreeImage)
            answer = .adFree(ad.sponsor(cards.first, image: image))
            return
        }
        let session = try values.decodeIfPresent(LooseValue.self, forKey: .session)?.text
        var configuration = try ad.configuration(session: session, at: decoder.codingPath)
        cards.first?.apply(to: &configuration)
        let arguments = try values.decodeIfPresent(CardArguments.self, forKey: .cardArguments)
        if arguments?.capsOptOuts?.truth == true {
            configuration.optOutCapping = .enabled
        }
        answer = .ad(configuration)
    }
}
