import AdDisplay
import HTTPServing
import Hummingbird
import Interlude

/// The list of programmes with ads in it, and reports of how a page shows it.
struct FeedRoutes: Sendable {
    let hub: EventHub
    let player: ServedPlayer

    /// `nil` if there is no list.
    private var feed: ProgrammeFeed? { player.feed }

    private struct Viewport: Decodable {
        let first: Int
        let last: Int
        let idle: Bool
    }
    private struct Active: Decodable { let active: Bool }
    private struct Width: Decodable { let width: Double }

    private static let viewport = RequestBodyReader(
        #"{"first": ROW, "last": ROW, "idle": true|false}"#, keys: ["first", "last", "idle"])
    private static let active = RequestBodyReader(
        #"{"active": true|false}"#, keys: ["active"])
    private static let width = RequestBodyReader(#"{"width": PIXELS}"#, keys: ["width"])

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("feed") { _, _ in Response.json(hub.page.feedJSON) }
        api.post("feed/viewport") { request, _ in
            let view = try await Self.viewport.read(Viewport.self, from: request)
            await feed?.viewport(
                first: view.first, last: view.last, view.idle ? .idle : .moving)
            return Response.accepted
        }
        api.post("feed/active") { request, _ in
            let isActive = try await Self.active.read(Active.self, from: request).active
            await feed?.setActive(isActive ? .active : .inactive)
            return Response.accepted
        }
        api.post("feed/preferredWidth") { request, _ in
            let width = try await Self.width.read(Width.self, from: request).width
            do {
                try await feed?.setPreferredWidth(width)
            } catch {
                throw Self.width.malformed(request, "'width' is out of range")
            }
            return Response.accepted
        }
        api.post("feed/refresh") { request, _ in
            try await RequestBodyReader.expectNone(in: request)
            player.ads?.pulledToRefresh()
            await feed?.refresh()
            return Response.accepted
        }
        addRows(to: api)
    }

    private func addRows(to api: RouterGroup<ConnectionContext>) {
        api.get("feed/rows/:id/image") { _, context in
            let id = try context.parameters.require("id")
            let row = hub.page.feed.first { $0.kind == .ad && $0.id == id }
            guard let image = row?.image else { throw missing(id) }
            return try await player.pictures.response(
                AdImage(image, from: .typed), for: context.role)
        }
        api.post("feed/rows/:id/start") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            return try await answer(context) { feed, id throws(ProgrammeFeedError) in
                try await feed.start(rowID: id)
            }
        }
        api.post("feed/rows/:id/stop") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            return try await answer(context) { feed, id throws(ProgrammeFeedError) in
                try await feed.stop(rowID: id)
            }
        }
        api.post("feed/rows/:id/click") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            return try await answer(context) { feed, id throws(ProgrammeFeedError) in
                try await feed.click(rowID: id)
            }
        }
    }

    private func answer(
        _ context: ConnectionContext,
        _ ask: (ProgrammeFeed, String) async throws(ProgrammeFeedError) -> Void
    ) async throws -> Response {
        let id = try context.parameters.require("id")
        guard let feed else { throw missing(id) }
        do {
            try await ask(feed, id)
            return .accepted
        } catch {
            throw WebError(.notFound, error.description)
        }
    }

    private func missing(_ id: String) -> WebError {
        WebError(.notFound, "the feed has no ad '\(id)', or the ad has no picture")
    }
}
