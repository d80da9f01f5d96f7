import HTTPServing
import Hummingbird
import Interlude

/// The ads that are to be seen in the page, and what readers do with them.
struct ViewRoutes: Sendable {
    let hub: EventHub
    /// `nil` where the page has none.
    let ads: AdPage?

    private struct Visibility: Decodable { let ratio: Double }

    private static let visibility = RequestBodyReader(
        #"{"ratio": SHARE}, from 0 to 1"#, keys: ["ratio"])

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("views") { _, _ in
            Response.json(["views": .array(hub.page.views.map(\.json))])
        }
        api.get("views/:id/image") { _, context in
            try await image(try context.viewID())
        }
        api.post("views/:id/visibility") { request, context in
            let ratio = try await Self.visibility.read(Visibility.self, from: request).ratio
            guard (0...1).contains(ratio) else {
                throw Self.visibility.malformed(request, "'ratio' is out of range")
            }
            let id = try context.viewID()
            return try answer(await ads?.visibilityChanged(of: id, to: ratio), for: id)
        }
        api.post("views/:id/click") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            let id = try context.viewID()
            return try answer(await ads?.click(id), for: id)
        }
        api.post("views/:id/close") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            let id = try context.viewID()
            return try answer(await ads?.close(id), for: id)
        }
    }

    private func image(_ id: String) async throws(WebError) -> Response {
        do {
            guard let picture = try await ads?.picture(of: id) else { throw missing(id) }
            return .picture(picture)
        } catch let error as WebError {
            throw error
        } catch {
            throw WebError(.badGateway, "the picture cannot be shown: \(error)")
        }
    }

    private func answer(_ reply: AdPageReply?, for id: String) throws(WebError) -> Response {
        switch reply {
        case .accepted: .accepted
        case .refused(let reason): .refused(reason)
        case .unknown, nil: throw missing(id)
        }
    }

    private func missing(_ id: String) -> WebError {
        WebError(.notFound, "there is no view '\(id)' in the page, or not any more")
    }
}

extension ConnectionContext {
    /// The view that the path names.
    fileprivate func viewID() throws -> String {
        let id = try parameters.require("id")
        return id.removingPercentEncoding ?? id
    }
}
