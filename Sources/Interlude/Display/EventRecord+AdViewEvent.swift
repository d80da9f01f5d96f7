import AdDisplay
import Advertising
import MediaTime

extension EventRecord {
    /// The line of the event log for what became of an ad of a page, at output frame `frame`.
    init(_ event: AdViewEvent, at frame: FrameTime) {
        self.init(
            "display.\(event.state)", at: frame,
            [
                "view": JSONValue(event.view?.id), "position": .string(event.position),
                "unit": .string(event.config.adUnitId), "type": "\(event.config.adType)",
                "provider": .string(event.provider),
                "size": JSONValue(event.view?.size.description),
                "spot": JSONValue(event.view?.creative.accompanied?.id),
                "reason": JSONValue(event.error?.description),
            ])
        fields.removeAll { $0.value == .null }
    }
}

extension AdCreative {
    /// The advertisement that is heard anyway.
    var accompanied: Advertisement? {
        switch sound {
        case .none, .brings: nil
        case .accompanies(let advertisement): advertisement
        }
    }
}
