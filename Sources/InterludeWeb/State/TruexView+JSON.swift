import AdPlayback
import Interlude
import MediaTime
import PlainText

extension TruexView {
    /// The view as the page gets it: a Truex of the OpenAPI document.
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

    /// The picture of the card that is shown, wherever its ad server has it.
    var picture: String? {
        switch self {
        case .choiceCard(let card): card.images.background
        case .skipCard(let card): card.sponsor.image
        case .nothing, .loading, .engagement, .cancelPrompt, .popup: nil
        }
    }

    /// The time that runs in it; `nil` if none does.
    var timer: TruexTimer? {
        switch self {
        case .choiceCard(let card): card.left
        case .engagement(let unit): unit.attentionLeft
        case .skipCard(let card): card.left
        case .nothing, .loading, .cancelPrompt, .popup: nil
        }
    }

    /// Whether a page that shows `other`, and counts its time on, is right.
    func looksLike(_ other: TruexView) -> Bool {
        withoutTimers == other.withoutTimers
            && abs((timer?.seconds ?? 0) - (other.timer?.seconds ?? 0)) <= 0.05
    }
}

extension TruexView.ChoiceCard {
    /// What speaks the card is left out: the player plays it.
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
    /// Where the player serves the picture that an ad server has at this address.
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
