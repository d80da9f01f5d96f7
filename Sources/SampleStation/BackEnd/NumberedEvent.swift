/// An event with its place in the order of one session's events, counted from 1.
struct NumberedEvent: Hashable, Sendable {
    let number: Int
    let event: StationEvent
}
