/// One event of a `text/event-stream` (HTML, 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    /// The id that it has itself; `nil` if it has none, whatever those before it had.
    package var id: String?

    /// What kind of event it is; `message` where it does not say.
    package var name: String

    package var data: String

    package init(id: String?, name: String, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }
}
