import AdPlayback
import Foundation

extension TruexAnswer {
    /// Reads an ad server's answer, or parameters that describe the ad themselves (contracts 2.8).
    ///
    /// Takes what it can: of what is missing or makes no sense, the ad has what ads have. Throws what
    /// says in one line why it is no answer at all.
    init(parsing document: [UInt8]) throws(TruexServerError) {
        // try?: a parser's words on somebody else's document help nobody.
        let json = try? JSONSerialization.jsonObject(with: Data(document))
        guard let answer = json as? [String: Any] else {
            throw TruexServerError("the ad server's answer is no JSON object")
        }
        let fields = AnswerFields(answer)
        if let words = fields.text("error") {
            self = words.lowercased().contains("no bid") ? .noBid : .refused(words)
        } else if fields.flag("fillable") != false, let ad = fields.first("ads") {
            self = .ad(TruexAdConfiguration(ad, fields))
        } else {
            self = .noBid
        }
    }
}

extension TruexAdConfiguration {
    fileprivate init(_ ad: AnswerFields, _ answer: AnswerFields) {
        self.init(
            adID: ad.number("id").map { Int($0) } ?? 0, campaignName: ad.text("name") ?? "",
            engagementID: ad.text("session_id") ?? answer.text("vast_session_id") ?? "",
            creative: ad.text("window_url") ?? ad.text("asset_url") ?? "")
        if ad.flag("idvx") == true { format = .interactiveVideo }
        let arguments = answer.fields("card_creative_args")
        if arguments?.flag("user_opt_out_capping_enabled") == true { optOutCapping = .enabled }
        if let card = answer.first("card_configurations") { take(card) }
    }

    private mutating func take(_ card: AnswerFields) {
        product = card.text("product").flatMap(Product.init(rawValue:)) ?? product
        attentionTime = card.time("sec") ?? attentionTime
        if let seconds = card.number("aa") { cardTime = seconds < 0 ? nil : card.time("aa") }
        buttonDelay = card.time("bd") ?? buttonDelay
        voiceOver = card.texts("vo")
        images.background = card.text("bg")
        images.interactButton = card.text("ib")
        images.watchButton = card.text("wb")
        texts.timer = card.text("ct") ?? texts.timer
    }
}

/// The members of an object of an answer, of whose types servers are not particular.
private struct AnswerFields {
    private let values: [String: Any]

    /// More seconds than any card or unit takes.
    private static let longest = 3600.0

    init(_ values: [String: Any]) {
        self.values = values
    }

    func text(_ key: String) -> String? {
        switch values[key] {
        case let text as String: text.isEmpty ? nil : text
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }

    func number(_ key: String) -> Double? {
        let number = (values[key] as? NSNumber)?.doubleValue ?? text(key).flatMap(Double.init)
        return number.flatMap { abs($0) < 1e15 ? $0 : nil }
    }

    func time(_ key: String) -> Duration? {
        guard let seconds = number(key), seconds >= 0 else { return nil }
        return .milliseconds(Int(min(seconds, Self.longest) * 1000))
    }

    func flag(_ key: String) -> Bool? {
        (values[key] as? NSNumber)?.boolValue ?? text(key).map { $0 == "true" || $0 == "1" }
    }

    /// A list of texts, or a single one.
    func texts(_ key: String) -> [String] {
        (values[key] as? [String])?.filter { !$0.isEmpty } ?? [text(key)].compactMap(\.self)
    }

    func fields(_ key: String) -> AnswerFields? {
        (values[key] as? [String: Any]).map(AnswerFields.init)
    }

    func first(_ key: String) -> AnswerFields? {
        (values[key] as? [[String: Any]])?.first.map(AnswerFields.init)
    }
}
