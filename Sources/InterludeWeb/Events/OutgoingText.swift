import HTTPServing
import Interlude
import MediaTime

/// A piece of a `text/event-stream` (HTML, 9.2), as it goes to listeners.
enum OutgoingText: Hashable, Sendable {
    /// `id` goes to the listener's `Last-Event-ID`; `nil` leaves that as it is.
    case event(String, id: String? = nil, JSONValue)
    /// A line of the event log, of which listeners get less than the operator.
    case log(id: String, EventRecord)
    /// Keeps the connection alive, and says nothing.
    case comment
    /// How long who lost the connection waits before he comes back.
    case retry(after: Duration)

    /// The lines, in the words for that role. JSON of ours has no line end in it.
    func text(for role: RequestRole) -> String {
        switch self {
        case .log(let id, let record):
            OutgoingText.event(
                "log", id: id,
                (role == .operator ? record : ListenerWords.record(record)).json
            ).text(for: role)
        case .event(let name, let id?, let data): "id: \(id)\nevent: \(name)\ndata: \(data)\n\n"
        case .event(let name, nil, let data): "event: \(name)\ndata: \(data)\n\n"
        case .comment: ":\n\n"
        case .retry(let delay): "retry: \(Int(saturating: delay / .milliseconds(1)))\n\n"
        }
    }
}
