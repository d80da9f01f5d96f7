import HTTPServing
import HTTPTypes
import Hummingbird
import Interlude
import MediaTime
import NIOCore

/// The state and its changes, the sender's role, and the API's description.
struct StateRoutes: Sendable {
    let hub: EventHub
    let responses: OpenResponses
    let pages: PageRegistry
    /// `nil` if the page has no ads.
    let ads: AdPage?
    let limits: EventBacklog.Limits

    /// Bounds the memory that a request can take. Further pages of a connection do not count as open.
    private static let maximumPageCount = 100

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("state") { _, context in
            let state = hub.page.json(at: .now)
            return Response.json(
                context.role == .operator ? state : ListenerWords.state(state))
        }
        api.get("events") { request, context in try events(request, context) }
        api.get("role") { _, context in Response.json(["role": .string(context.role.rawValue)]) }
        api.get("openapi.json") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
    }

    private func events(_ request: Request, _ context: ConnectionContext) throws -> Response {
        try request.refuseHead()
        guard hub.hasRoom else {
            throw WebError(
                .serviceUnavailable, "too many listeners; close a page and try again")
        }
        let lastID = request.headers[.lastEventID]
        let names = request.uri.queryParameters[values: "page"].prefix(Self.maximumPageCount)
            .map(String.init)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .connection: "close"],
            body: ResponseBody { writer in
                let listener = EventListener(
                    context.role, on: context.channel, limits: limits)
                // Before the first state, which makes the pages report their visibility, and the
                // browser close the connection that this one replaces.
                pages.join(names)
                hub.join(listener, lastID: lastID)
                // A page has connected. Loading its files, which needs no token, opens no ad.
                if lastID == nil, !names.isEmpty { ads?.opened() }
                defer {
                    hub.leave(listener)
                    pages.leave(names)
                }
                try await responses.count {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await listener.send(to: &writer)
                        // Inside this scope, because the connection is closed at its end.
                        try await writer.finish(nil)
                    }
                }
            })
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
