import AdPlayback
import Interlude
import MediaTime
import PlainText

extension TruexView {
    /// The Truex of the OpenAPI document.
    var json: JSONValue {
        switch self {
        case .nothing: ["kind": "nothing"]
        case .loading: ["kind": "loading"]
        case .choiceCard(let card): ["kind": "choiceCard", "card": card.json]
        case .engagement(let unit): ["kind": "engagement", "engagement": unit.json]
        case .cancelPrompt: ["kind": "cancelPrompt"]
        case .skipCard(let card): ["kind": "skipCard", "card": card.json]
        case .popup(let address): ["kind": "popup", "url": .string(address)]
        }
    }

    /// The address of the card's picture at its ad server; `nil` if there is none.
    var picture: String? {
        switch self {
        case .choiceCard(let card): card.images.background
        case .skipCard(let card): card.sponsor.image
        case .nothing, .loading, .engagement, .cancelPrompt, .popup: nil
        }
    }

    /// The running time of the view; `nil` if it has none.
    var timer: TruexTimer? {
        switch self {
        case .choiceCard(let card): card.left
        case .engagement(let unit): unit.attentionLeft
        case .skipCard(let card): card.left
        case .nothing, .loading, .cancelPrompt, .popup: nil
        }
    }

    /// Whether a page that shows `other`, and advances its time, is right.
    func looksLike(_ other: TruexView) -> Bool {
        withoutTimers == other.withoutTimers
            && abs((timer?.seconds ?? 0) - (other.timer?.seconds ?? 0)) <= 0.05
    }
}

extension TruexView.ChoiceCard {
    /// Without the voice-over, which the player plays.
    fileprivate var json: JSONValue {
        .present([
            "campaignName": .string(campaignName),
            "texts": [
                "title": .string(texts.title), "interact": .string(texts.interact),
                "watch": .string(texts.watch), "timer": .string(texts.timer),
            ],
            "background": JSONValue(images.background?.servedByPlayer),
            "left": left?.json ?? .null,
            "buttons": .string(buttons.rawValue),
            "attention": JSONValue(attention?.seconds),
        ])
    }
}

extension TruexView.SkipCard {
    fileprivate var json: JSONValue {
        .present([
            "campaignName": .string(sponsor.campaignName),
            "background": JSONValue(sponsor.image?.servedByPlayer), "left": left.json,
        ])
    }
}

extension String {
    /// The path on this server of the picture at this address.
    fileprivate var servedByPlayer: String {
        "/api/truex/image?at=" + percentEncoded
    }
}

extension TruexView.Engagement {
    fileprivate var json: JSONValue {
        .present([
            "campaignName": .string(campaignName), "creative": .string(creative),
            "attentionLeft": attentionLeft.json, "interaction": .string(interaction.rawValue),
            "exit": .string(exit.rawValue), "step": step?.json ?? .null,
        ])
    }
}

extension TruexView.Step {
    fileprivate var json: JSONValue {
        ["number": .integer(Int64(number)), "count": .integer(Int64(count))]
    }
}

extension TruexTimer {
    fileprivate var json: JSONValue { ["seconds": .decimal(seconds), "rate": .decimal(rate)] }
}
