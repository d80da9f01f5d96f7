@testable import Interlude

/// The events that a back end pushes: the first byte is their split into chunks.
enum ServerSentEventFuzz: FuzzTarget {
    static let name = "events"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "data: ", "event: ", "id: ", "retry: ", "\n\n", "\r\n\r\n", "\r", ":", "\u{FEFF}",
            "playInStreamAdInstruction", "playAdGroupInstruction", "streamAdded", "streamRemoved",
            "\"count\":", "\"streamId\":", "\"type\":", "\"adGroupId\":", "\"startTime\":",
            "\"streamer\":{",
        ]

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        var whole = ServerSentEventReader(after: "7")
        var pieces = whole
        let events = whole.receive(body)
        var joined: [ServerSentEvent] = []
        for start in stride(from: 0, to: body.count, by: Int(first) + 1) {
            joined += pieces.receive(Array(body[start...].prefix(Int(first) + 1)))
        }
        precondition(joined == events, "the chunks change what comes out")
        precondition(pieces.lastID == whole.lastID, "the chunks change the last id")
        for event in events { _ = PushEvent(event) }
    }
}
