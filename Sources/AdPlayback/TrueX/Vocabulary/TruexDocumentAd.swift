import MediaTime

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

    /// The unit; `session` names the engagement where the ad does not.
    func configuration(
        session vastSession: String?, at path: [any CodingKey]
    ) throws -> TruexAdConfiguration {
        guard let creative = windowAddress ?? assetAddress else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: path,
                    debugDescription: "the ad has neither window_url nor asset_url to be shown"))
        }
        let adID = id?.number.flatMap { Int(exactly: $0) } ?? 0
        var configuration = TruexAdConfiguration(
            adID: adID, campaignName: name ?? "",
            engagementID: session?.text ?? request?.text ?? vastSession ?? "\(adID)",
            creative: creative)
        if idvx?.truth == true { configuration.format = .interactiveVideo }
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
