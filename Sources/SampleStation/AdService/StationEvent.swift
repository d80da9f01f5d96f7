import FoundationEssentials
import Hummingbird
import NIOCore

/// An event that the station pushes to sessions.
package enum StationEvent: Hashable, Sendable {
    case streamAdded(LiveStream)
    case streamUpdated(LiveStream)
    case streamRemoved(LiveStream)
    case streamerMuted(LiveStream)
    case streamerUnmuted(LiveStream)
    case playInStreamAd(PlayInStreamAdInstruction)
    case playAdGroup(PlayAdGroupInstruction)

    /// The name on the wire.
    package var name: String {
        switch self {
        case .streamAdded: "streamAdded"
        case .streamUpdated: "streamUpdated"
        case .streamRemoved: "streamRemoved"
        case .streamerMuted: "streamerMuted"
        case .streamerUnmuted: "streamerUnmuted"
        case .playInStreamAd: "playInStreamAdInstruction"
        case .playAdGroup: "playAdGroupInstruction"
        }
    }

    /// The event's JSON, with addresses below `base`.
    func json(base: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data =
            switch self {
            case .streamAdded(let stream), .streamUpdated(let stream), .streamRemoved(let stream),
                .streamerMuted(let stream), .streamerUnmuted(let stream):
                try encoder.encode(stream.located(at: base))
            case .playInStreamAd(let instruction): try encoder.encode(instruction)
            case .playAdGroup(let instruction): try encoder.encode(instruction)
            }
        return String(decoding: data, as: UTF8.self)
    }
}

/// An event with its number in its session, counted from 1.
struct NumberedEvent: Hashable, Sendable {
    let number: Int
    let event: StationEvent
}

/// An event for one session.
struct AddressedEvent: Hashable, Sendable {
    let session: String
    let event: NumberedEvent
}

/// Sends a session's events as server-sent events (HTML, 9.2).
struct StationEventFeed: Sendable {
    let events: AsyncStream<NumberedEvent>
    let base: String

    /// The interval of comments, by which a broken connection is noticed.
    private static let keepAlive = Duration.seconds(15)

    func body(for request: Request) -> ResponseBody {
        ResponseBody { writer in
            try await writer.write(ByteBuffer(string: ": connected\n\n"))
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for await line in lines() { try await writer.write(ByteBuffer(string: line)) }
                // Here, because the connection is closed as soon as this returns.
                try await writer.finish(nil)
            }
        }
    }

    /// Events as text, with a comment after each quiet interval.
    private func lines() -> AsyncStream<String> {
        let (lines, output) = AsyncStream.makeStream(of: String.self)
        let reading = Task {
            for await event in events { output.yield(try text(of: event)) }
            output.finish()
        }
        let waking = Task {
            while true {
                try await Task.sleep(for: Self.keepAlive)
                output.yield(":\n\n")
            }
        }
        output.onTermination = { _ in
            reading.cancel()
            waking.cancel()
        }
        return lines
    }

    private func text(of numbered: NumberedEvent) throws -> String {
        let json = try numbered.event.json(base: base)
        return "id: \(numbered.number)\nevent: \(numbered.event.name)\ndata: \(json)\n\n"
    }
}
