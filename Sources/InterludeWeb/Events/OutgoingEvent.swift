import HTTPServing
import Interlude
import MediaTime

/// A block of a `text/event-stream` (HTML, 9.2).
enum OutgoingEvent: Hashable, Sendable {
    /// `id` becomes the listener's `Last-Event-ID`; `nil` leaves that unchanged.
    ///
    /// Listeners get a `state` without the reason of a failure.
    case event(String, id: String? = nil, JSONValue)
    /// A line of the event log. Listeners get it without the reasons of failures.
    case log(id: String, EventRecord)
    /// Keeps the connection alive.
    case comment
    /// The client's delay before it reconnects.
    case retry(after: Duration)

    /// The block's text for a listener with this role. The JSON contains no line break.
    func text(for role: RequestRole) -> String {
        switch self {
        case .log(let id, let record):
            OutgoingEvent.event(
                "log", id: id,
                (role == .operator ? record : ListenerWords.record(record)).json
            ).text(for: role)
        case .event(let name, let id?, let data): "id: \(id)\nevent: \(name)\ndata: \(data)\n\n"
        case .event("state", nil, let data) where role != .operator:
            "event: state\ndata: \(ListenerWords.state(data))\n\n"
        case .event(let name, nil, let data): "event: \(name)\ndata: \(data)\n\n"
        case .comment: ":\n\n"
        case .retry(let delay): "retry: \(Int(saturating: delay / .milliseconds(1)))\n\n"
        }
    }
}
