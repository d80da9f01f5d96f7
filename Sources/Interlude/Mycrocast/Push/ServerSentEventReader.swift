/// Parses server-sent events from bytes as they arrive (HTML, 9.2.6).
package struct ServerSentEventReader: Sendable {
    /// The id after which a lost stream continues.
    package private(set) var lastID: String?

    private var idOfNext: String?
    private var hasOwnID = false
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var byteCount = 0
    private var endedWithReturn = false
    private var isAtBeginning = true

    /// The byte limit of an event; longer events are dropped.
    private static let byteLimit = 1 << 20

    /// `lastID` is that of an earlier connection.
    package init(after lastID: String? = nil) {
        self.lastID = lastID
        idOfNext = lastID
    }

    /// Reads `bytes`. Returns the events that are complete.
    package mutating func receive(_ bytes: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where endedWithReturn: endedWithReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endedWithReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                endedWithReturn = false
                byteCount += 1
                if byteCount <= Self.byteLimit { line.append(byte) }
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        var text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if isAtBeginning, text.first == "\u{FEFF}" { text.removeFirst() }
        isAtBeginning = false
        guard text.isEmpty else {
            read(text)
            return nil
        }
        defer {
            name = ""
            hasOwnID = false
            data = []
            byteCount = 0
        }
        lastID = idOfNext
        guard !data.isEmpty, byteCount <= Self.byteLimit else { return nil }
        return ServerSentEvent(
            id: hasOwnID ? lastID : nil, name: name.isEmpty ? "message" : name,
            data: data.joined(separator: "\n"))
    }

    private mutating func read(_ line: String) {
        let field = line.prefix { $0 != ":" }
        var value = line.dropFirst(field.count + 1)
        if value.first == " " { value = value.dropFirst() }
        switch field {
        case "id" where !value.contains("\0"):
            idOfNext = String(value)
            hasOwnID = true
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break  // A comment, or a field that nobody knows.
        }
    }
}

/// An event of a `text/event-stream` (HTML, 9.2).
package struct ServerSentEvent: Hashable, Sendable {
    /// The event's own id; `nil` if it has none, even if earlier events had one.
    package var id: String?

    /// The type of the event; `message` by default.
    package var name: String

    package var data: String

    package init(id: String?, name: String, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }
}
