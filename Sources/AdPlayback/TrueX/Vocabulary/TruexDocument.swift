import MediaTime

/// The answer of a true[X] ad server: a VAST configuration, or `{"error": "No bid found"}`, both
/// with status 200.
///
/// A number may be written as a string. Missing values have defaults.
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
        let fillable = try values.decodeIfPresent(LooseValue.self, forKey: .fillable)?.flag
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
        if arguments?.capsOptOuts?.flag == true {
            configuration.optOutCapping = .enabled
        }
        answer = .ad(configuration)
    }
}

/// One of the `ads` of a ``TruexDocument``.
struct TruexDocumentAd: Decodable {
    var id: LooseValue?
    var name: String?
    var windowAddress: String?
    var assetAddress: String?
    var session: LooseValue?
    var request: LooseValue?
    var idvx: LooseValue?

    private enum CodingKeys: String, CodingKey {
        case id, name, idvx
        case windowAddress = "window_url"
        case assetAddress = "asset_url"
        case session = "session_id"
        case request = "request_id"
    }

    /// The unit; `session` identifies the engagement if the ad does not.
    func configuration(
        session vastSession: String?, at path: [any CodingKey]
    ) throws -> TruexAdConfiguration {
        guard let creative = windowAddress ?? assetAddress else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: path,
                    debugDescription: "the ad has neither window_url nor asset_url"))
        }
        let adID = id?.number.flatMap { Int(exactly: $0) } ?? 0
        var configuration = TruexAdConfiguration(
            adID: adID, campaignName: name ?? "",
            engagementID: session?.text ?? request?.text ?? vastSession ?? "\(adID)",
            creative: creative)
        if idvx?.flag == true { configuration.format = .interactiveVideo }
        return configuration
    }

    func sponsor(_ card: TruexDocumentCard?, image: String?) -> TruexSponsor {
        var sponsor = TruexSponsor(campaignName: name ?? "")
        sponsor.image = card?.skipImage?.text ?? image
        if let seconds = card?.countdown?.number, seconds > 0 {
            sponsor.cardTime = Duration(clamping: seconds, to: .length)
        }
        return sponsor
    }
}

/// One of the `card_configurations` of a ``TruexDocument``.
struct TruexDocumentCard: Decodable {
    /// In seconds; −1 for no countdown.
    var countdown: LooseValue?
    var buttonDelay: LooseValue?
    var attention: LooseValue?
    var voiceOver: LooseValue?
    var background: LooseValue?
    var interactButton: LooseValue?
    var watchButton: LooseValue?
    var skipImage: LooseValue?
    var product: LooseValue?
    var timerText: LooseValue?

    private enum CodingKeys: String, CodingKey {
        case countdown = "aa"
        case buttonDelay = "bd"
        case attention = "sec"
        case voiceOver = "vo"
        case background = "bg"
        case interactButton = "ib"
        case watchButton = "wb"
        case skipImage = "sk"
        case product
        case timerText = "ct"
    }

    func apply(to configuration: inout TruexAdConfiguration) {
        if let seconds = countdown?.number {
            configuration.cardTime = seconds < 0 ? nil : Duration(clamping: seconds, to: .length)
        }
        if let seconds = buttonDelay?.number, seconds > 0 {
            configuration.buttonDelay = Duration(clamping: seconds, to: .length)
        }
        if let seconds = attention?.number, seconds >= 0 {
            configuration.attentionTime = Duration(clamping: seconds, to: .length)
        }
        configuration.voiceOver = voiceOver?.texts ?? []
        configuration.images.background = background?.text
        configuration.images.interactButton = interactButton?.text
        configuration.images.watchButton = watchButton?.text
        if let product = product?.text.flatMap(TruexAdConfiguration.Product.init) {
            configuration.product = product
        }
        if let text = timerText?.text, text.contains(TruexConstants.countdownMark) {
            configuration.texts.timer = text
        }
    }
}

/// A value whose type varies between servers: a number may be a string, and a list of one element
/// the element itself. Unusable values count as missing.
struct LooseValue: Decodable, Hashable {
    /// As text; `nil` if it is not text.
    let text: String?

    /// As a list of texts; empty if it has none.
    let texts: [String]

    /// As a finite number; `nil` if it is not one.
    let number: Double?

    /// As a Boolean; `nil` if it is not one.
    let flag: Bool?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {  // throws for another type
            (text, texts, number, self.flag) = ("\(flag)", [], nil, flag)
        } else if let number = try? value.decode(Double.self) {  // throws for another type
            let text = Int(exactly: number).map(String.init) ?? "\(number)"
            (self.text, texts, self.number, flag) = (text, [], number, number != 0)
        } else if let text = try? value.decode(String.self) {  // throws for another type
            let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
            (self.text, texts) = (text, text.isEmpty ? [] : [text])
            (self.number, flag) = (
                number, ["true": true, "1": true, "false": false, "0": false][text]
            )
        } else {
            // Of a list only its texts; any other value counts as missing.
            texts = (try? value.decode([LooseValue].self))?.flatMap(\.texts) ?? []
            (text, number, flag) = (texts.first, nil, nil)
        }
    }
}
