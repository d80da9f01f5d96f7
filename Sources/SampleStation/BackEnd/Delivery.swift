/// An event on its way to one session.
struct Delivery: Hashable, Sendable {
    let session: String
    let event: NumberedEvent
}
