import HTTPServing
import Hummingbird
import Interlude
import PlainText

/// The display ads of the page, and reports of what a reader does with them.
struct ViewRoutes: Sendable {
    let hub: EventHub
    /// `nil` if the page has no ads.
    let ads: AdPage?

    private struct Visibility: Decodable { let ratio: Double }

    private static let visibility = RequestBodyReader(
        #"{"ratio": SHARE}, from 0 to 1"#, keys: ["ratio"])

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("views") { _, _ in
            Response.json(["views": .array(hub.page.views.map(\.json))])
        }
        api.get("views/:id/image") { _, context in
            try await image(of: try view(in: context), for: context.role)
        }
        api.post("views/:id/visibility") { request, context in
            let ratio = try await Self.visibility.read(Visibility.self, from: request).ratio
            guard (0...1).contains(ratio) else {
                throw Self.visibility.malformed(request, "'ratio' is out of range")
            }
            let view = try view(in: context)
            return try answer(await view.page.visibilityChanged(of: view.id, to: ratio), for: view)
        }
        api.post("views/:id/click") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            let view = try view(in: context)
            return try answer(await view.page.click(view.id), for: view)
        }
        api.post("views/:id/close") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            let view = try view(in: context)
            return try answer(await view.page.close(view.id), for: view)
        }
    }

    /// The id of a view, which may not exist, and the page to look it up in.
    private struct View {
        let page: AdPage
        let id: String
    }

    private func view(in context: ConnectionContext) throws -> View {
        let id = try context.viewID()
        guard let ads else { throw missing(id) }
        return View(page: ads, id: id)
    }

    private func image(
        of view: View, for role: RequestRole
    ) async throws(WebError) -> Response {
        do {
            guard let picture = try await view.page.picture(of: view.id) else {
                throw missing(view.id)
            }
            return .picture(picture)
        } catch let error as WebError {
            throw error
        } catch {
            throw WebError.noPicture(error, for: role)
        }
    }

    private func answer(_ reply: AdPageReply, for view: View) throws(WebError) -> Response {
        switch reply {
        case .accepted: .accepted
        case .refused(let reason): .refused(reason)
        case .unknown: throw missing(view.id)
        }
    }

    private func missing(_ id: String) -> WebError {
        WebError(.notFound, "the page has no view '\(id)'; it may have been closed")
    }
}

extension ConnectionContext {
    fileprivate func viewID() throws -> String {
        let id = try parameters.require("id")
        return id.percentDecoded ?? id
    }
}
