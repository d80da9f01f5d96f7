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
                "placement": .string(event.placement), "place": JSONValue(event.place),
                "ad": JSONValue(event.ad), "row": JSONValue(event.handle?.description),
                "reason": JSONValue(event.reason),
            ])
        fields.removeAll { $0.value == .null }
    }
}
