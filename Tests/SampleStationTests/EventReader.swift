import HTTPAccess

/// Reads server-sent events one by one; skips comments.
struct EventReader {
    struct Event: Equatable {
        var id = ""
        var name = ""
        var data = ""
    }

    private var chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator
    private var text = ""

    init(_ response: WebResponse) {
        chunks = response.chunks.makeAsyncIterator()
    }

    /// `nil` once the station has ended the events.
    mutating func next() async throws -> Event? {
        while true {
            while let end = text.firstRange(of: "\n\n") {
                let lines = text[..<end.lowerBound].split(separator: "\n")
                text = String(text[end.upperBound...])
                if lines.contains(where: { !$0.hasPrefix(":") }) { return Self.event(lines) }
            }
            guard let chunk = try await chunks.next() else { return nil }
            text += String(decoding: chunk, as: UTF8.self)
        }
    }

    private static func event(_ lines: [Substring]) -> Event {
        lines.reduce(into: Event()) { event, line in
            let value = String(line.drop { $0 != ":" }.dropFirst(2))
            switch line.prefix(while: { $0 != ":" }) {
            case "id": event.id = value
            case "event": event.name = value
            case "data": event.data = value
            default: break  // An unknown field.
            }
        }
    }
}
