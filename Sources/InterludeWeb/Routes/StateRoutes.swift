import HTTPServing
import HTTPTypes
import Hummingbird
import Interlude
import MediaTime
import NIOCore

/// What the page shows: at once, and as it changes; and what can be asked at all.
struct StateRoutes: Sendable {
    let hub: EventHub
    let responses: OpenResponses
    let pages: PageDoor
    let limits: ListenerBacklog.Limits

    /// How many pages of one connection count as open, so that no request takes much memory.
    private static let mostPages = 100

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("state") { _, _ in Response.json(hub.page.json(at: .now)) }
        api.get("events") { request, context in try events(request, context) }
        api.get("role") { _, context in Response.json(["role": .string(context.role.rawValue)]) }
        api.get("openapi.json") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
    }

    private func events(_ request: Request, _ context: ConnectionContext) throws -> Response {
        guard hub.hasRoom else {
            throw WebError(
                .serviceUnavailable, "so many listen already; close a page and try again")
        }
        let lastID = request.headers[.lastEventID]
        let names = request.uri.queryParameters[values: "page"].prefix(Self.mostPages)
            .map(String.init)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .connection: "close"],
            body: ResponseBody { writer in
                let listener = EventListener(
                    context.role, on: context.channel, limits: limits)
                // Before the state is sent: then the pages tell whether they are seen, and the
                // connection that this one replaces is closed.
                pages.join(names)
                hub.join(listener, lastID: lastID)
                defer {
                    hub.leave(listener)
                    pages.leave(names)
                }
                try await responses.count {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await listener.send(to: &writer)
                        // In here, since the connection is closed as soon as this ends.
                        try await writer.finish(nil)
                    }
                }
            })
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
