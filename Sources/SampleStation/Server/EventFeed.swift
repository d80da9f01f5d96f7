import Hummingbird
import NIOCore

/// Sends a session's events as server-sent events (HTML, 9.2).
struct EventFeed: Sendable {
    let events: AsyncStream<NumberedEvent>
    let base: String

    /// A comment goes out this often, so that a connection that has gone is noticed.
    private static let keepAlive = Duration.seconds(15)

    func body(for request: Request) -> ResponseBody {
        ResponseBody { writer in
            try await writer.write(ByteBuffer(string: ": connected\n\n"))
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for await line in lines() { try await writer.write(ByteBuffer(string: line)) }
                // In here, since the connection is closed as soon as this ends.
                try await writer.finish(nil)
            }
        }
    }

    /// Events as text, with a comment wherever it is quiet for long.
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
