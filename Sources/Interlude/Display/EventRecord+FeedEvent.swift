import AdDisplay
import MediaTime

extension EventRecord {
    /// The line of the event log for what happened to an ad of a feed, up to `time` of output; `nil`
    /// for what the log does not tell.
    package init?(_ event: FeedEvent, at time: Duration) {
        guard let name = event.logName else { return nil }
        self.init(
            name, at: FrameTime(time),
            [
                "ad": JSONValue(event.ad), "placement": .string(event.placement),
                "place": JSONValue(event.place), "id": JSONValue(event.handle?.description),
                "section": JSONValue(event.path?.section), "row": JSONValue(event.path?.row),
                "reason": JSONValue(event.reason),
            ])
        fields.removeAll { $0.value == .null }
    }
}
