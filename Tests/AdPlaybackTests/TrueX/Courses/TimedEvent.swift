import MediaTime

/// An event as a recording has it.
struct TimedEvent<Event: Codable & Hashable>: Codable, Hashable {
    var time: FrameTime
    var event: Event
}
