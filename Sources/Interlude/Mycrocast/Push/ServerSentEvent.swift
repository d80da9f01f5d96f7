/// One event of a `text/event-stream` (HTML, 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    /// The last id that the stream has named so far; `nil` while it has named none.
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
