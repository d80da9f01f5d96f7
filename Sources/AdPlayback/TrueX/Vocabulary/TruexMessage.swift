/// An action of a listener or of the creative. Pages, keys and scripts use the same messages.
public enum TruexMessage: Hashable, Sendable {
    // On the choice card.

    case optIn
    case optOut

    // In the unit.

    /// An interaction in the unit; the credit needs one.
    case interact
    /// The unit shows step `number` of `count`, counted from 1. The last one earns the credit.
    case step(number: Int, count: Int)
    /// "I'm done", with a credit.
    case done
    /// Back to the choice card, confirmed or not.
    case cancel
    /// The progress of the unit's own video.
    case video(TruexEvent.VideoProgress)
    case xtendedView

    // In any state.

    /// Back: opts out of the choice card or leaves, asks whether to cancel the unit, withdraws that
    /// question, or closes a unit with credit.
    case back
    /// Leave the stream.
    case leave
    /// A link of the unit was followed to this address.
    case popup(String)
    case popupClosed
    /// Nobody sees the unit until ``shown``.
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

    /// Reads `{"do": "optIn"}`. A step also has `n` and `of`, a popup its `url`, and a video its
    /// `progress`.
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
