import AudioEncoding
import HTTPServing
import HTTPTypes
import Hummingbird
import Interlude
import NIOCore

/// The live mix, encoded once for all listeners. A listener that reads too slowly is disconnected.
struct ListenRoutes: Sendable {
    let player: ServedPlayer
    let responses: OpenResponses

    func add(to router: Router<ConnectionContext>) {
        router.get("/listen") { request, context in
            try response(to: request, .oggOpus, context.channel)
        }
        router.get("/listen.mp3") { request, context in
            try response(to: request, .mp3, context.channel)
        }
    }

    private func response(
        to request: Request, _ format: ListenFormat, _ channel: any Channel
    ) throws(WebError) -> Response {
        try request.refuseHead()
        let stream: ListenStream
        do {
            stream = try player.listen(format) { channel.close(promise: nil) }
        } catch {
            throw WebError(.serviceUnavailable, "\(error)")
        }
        return Response(
            status: .ok, headers: [.contentType: format.contentType, .connection: "close"],
            body: ResponseBody { writer in
                try await responses.count {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        for await bytes in stream {
                            try await writer.write(ByteBuffer(bytes: bytes))
                        }
                        // Inside this scope, because the connection is closed at its end.
                        try await writer.finish(nil)
                    }
                }
            })
    }
}
