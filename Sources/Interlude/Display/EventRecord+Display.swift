import AdDisplay
import Advertising
import MediaTime

extension EventRecord {
    /// The line of the event log for an event of an ad view, at output frame `frame`.
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

extension EventRecord {
    /// The line of the event log for an event of a feed ad, at output time `time`; `nil` for events
    /// that are not logged.
    package init?(_ event: FeedEvent, at time: Duration) {
        guard let name = event.logName else { return nil }
        self.init(
            name, at: FrameTime(time),
            [
                "ad": JSONValue(event.ad), "placement": .string(event.placement),
                "place": JSONValue(event.place), "id": JSONValue(event.handle?.description),
                "section": JSONValue(event.path.map { $0.section + 1 }),
                "row": JSONValue(event.path.map { $0.row + 1 }),
                "reason": JSONValue(event.reason),
            ])
        fields.removeAll { $0.value == .null }
    }
}
