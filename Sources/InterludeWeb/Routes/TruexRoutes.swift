import AdDisplay
import AdPlayback
import HTTPAccess
import HTTPServing
import Hummingbird
import Interlude

/// Messages to the interactive advertisement, and the pictures of its card.
struct TruexRoutes: Sendable {
    let hub: EventHub
    let player: ServedPlayer

    private static let message = RequestBodyReader(
        #"{"do": VERB}, with "n" and "of" for a step, "url" for a popup, "progress" for a video, "#
            + #"and from a page "page""#,
        keys: ["do", "n", "of", "url", "progress", "page"])

    /// A message, and the page that sends it; `nil` if the sender is not a page.
    private struct Body: Decodable {
        let message: TruexMessage
        let page: String?

        private enum CodingKeys: CodingKey {
            case page
        }

        init(from decoder: any Decoder) throws {
            message = try TruexMessage(from: decoder)
            page = try decoder.container(keyedBy: CodingKeys.self)
                .decodeIfPresent(String.self, forKey: .page)
        }
    }

    func add(to api: RouterGroup<ConnectionContext>) {
        api.post("truex") { request, _ -> Response in
            let body = try await Self.message.read(Body.self, from: request)
            let message = body.message
            if case .popup(let address) = message, WebAddress(address) == nil {
                throw Self.message.malformed(request, "'url' must begin with http:// or https://")
            }
            if let page = body.page, let visibility = message.visibility {
                player.pages.setVisibility(visibility, of: page)
                return .accepted
            }
            guard player.status().truex != .nothing else {
                return .refused("no interactive advertisement is shown")
            }
            if let page = body.page, !player.pages.admit(message, from: page) {
                return .accepted
            }
            await player.truex(message)
            return .accepted
        }
        api.get("truex/image") { request, context -> Response in
            let place = request.uri.queryParameters["at"].map(String.init) ?? ""
            guard place == player.status().truex.picture else {
                throw WebError(.notFound, "the present card has no picture '\(place)'")
            }
            let source = player.schedule.map(AdImage.Source.document) ?? .spot
            return try await player.pictures.response(
                AdImage(place, from: source), for: context.role)
        }
    }
}

extension TruexMessage {
    /// The visibility that a page reports with it; `nil` for any other message.
    fileprivate var visibility: OpenPages.Visibility? {
        switch self {
        case .shown: .shown
        case .hidden: .hidden
        case .optIn, .optOut, .interact, .step, .done, .cancel, .video, .xtendedView, .back, .leave,
            .popup, .popupClosed:
            nil
        }
    }
}
