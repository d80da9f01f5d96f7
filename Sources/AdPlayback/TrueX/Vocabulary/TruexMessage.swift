/// What a listener, or the creative that he sees, does with a unit. Page, keys and scripts all say
/// it in these words.
public enum TruexMessage: Hashable, Sendable {
    // On the choice card.

    case optIn
    case optOut

    // In the unit.

    /// The listener did something in the unit; one is needed for the credit.
    case interact
    /// The unit shows its step `number`, counted from 1, of `count`; the last one earns the credit.
    case step(number: Int, count: Int)
    /// "I'm done", once there is a credit.
    case done
    /// Yes to "choose a different ad experience?", also unasked: back to the choice card.
    case cancel
    /// How far the unit's own video is.
    case video(TruexEvent.VideoProgress)
    case xtendedView

    // Anywhere.

    /// Out of what is shown: the choice card opts out or leaves, the unit asks whether to cancel,
    /// that question is taken back, and a unit with credit is closed.
    case back
    /// Out of the whole stream.
    case leave
    /// A link of the unit was followed to this address.
    case popup(String)
    case popupClosed
    /// Nobody sees the unit, until it is ``shown``.
    case hidden
    case shown
}

extension TruexMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case verb = "do"
        case number = "n"
        case count = "of"
        case progress
        case address = "url"
    }

    private enum Verb: String, Codable {
        case optIn, optOut, interact, step, done, cancel, video, xtendedView, back, leave
        case popup, popupClosed, hidden, shown
    }

    /// Reads `{"do": "optIn"}`; a step has its `n` and `of`, a popup its `url`, and a video its
    /// `progress` beside it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try values.decode(Verb.self, forKey: .verb) {
            case .optIn: .optIn
            case .optOut: .optOut
            case .interact: .interact
            case .step:
                .step(
                    number: try values.decode(Int.self, forKey: .number),
                    count: try values.decode(Int.self, forKey: .count))
            case .done: .done
            case .cancel: .cancel
            case .video:
                .video(try values.decode(TruexEvent.VideoProgress.self, forKey: .progress))
            case .xtendedView: .xtendedView
            case .back: .back
            case .leave: .leave
            case .popup: .popup(try values.decode(String.self, forKey: .address))
            case .popupClosed: .popupClosed
            case .hidden: .hidden
            case .shown: .shown
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(verb, forKey: .verb)
        switch self {
        case .step(let number, let count):
            try values.encode(number, forKey: .number)
            try values.encode(count, forKey: .count)
        case .video(let progress): try values.encode(progress, forKey: .progress)
        case .popup(let address): try values.encode(address, forKey: .address)
        case .optIn, .optOut, .interact, .done, .cancel, .xtendedView, .back, .leave, .popupClosed,
            .hidden, .shown:
            break
        }
    }

    private var verb: Verb {
        switch self {
        case .optIn: .optIn
        case .optOut: .optOut
        case .interact: .interact
        case .step: .step
        case .done: .done
        case .cancel: .cancel
        case .video: .video
        case .xtendedView: .xtendedView
        case .back: .back
        case .leave: .leave
        case .popup: .popup
        case .popupClosed: .popupClosed
        case .hidden: .hidden
        case .shown: .shown
        }
    }
}
