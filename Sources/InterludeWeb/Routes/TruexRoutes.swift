import AdDisplay
import AdPlayback
import HTTPAccess
import HTTPServing
import Hummingbird
import Interlude

/// What a listener does with an interactive advertisement, and the pictures of its card.
struct TruexRoutes: Sendable {
    let hub: EventHub
    let player: ServedPlayer

    private static let message = RequestBodyReader(
        #"{"do": VERB}, with "n" and "of" for a step, "url" for a popup, "progress" for a video, "#
            + #"and from a page "page""#,
        keys: ["do", "n", "of", "url", "progress", "page"])

    /// What is said, and the page that says it, if one does.
    private struct Saying: Decodable {
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
            let saying = try await Self.message.read(Saying.self, from: request)
            let message = saying.message
            if case .popup(let address) = message, WebAddress(address) == nil {
                throw Self.message.malformed(request, "'url' is no http or https address")
            }
            if let page = saying.page, let look = message.look {
                player.pages.tell(look, of: page)
                return .accepted
            }
            guard player.status().truex != .nothing else {
                return .refused("no interactive advertisement is shown")
            }
            if let page = saying.page, !player.pages.admit(message, from: page) {
                return .accepted
            }
            await player.truex(message)
            return .accepted
        }
        api.get("truex/image") { request, context -> Response in
            let place = request.uri.queryParameters["at"].map(String.init) ?? ""
            guard place == player.status().truex.picture else {
                throw WebError(.notFound, "no card that is shown has the picture '\(place)'")
            }
            let source = player.schedule.map(AdImage.Source.document) ?? .spot
            return try await player.pictures.response(
                AdImage(place, from: source), for: context.role)
        }
    }
}

extension TruexMessage {
    /// What a page says of itself with it, if it does.
    fileprivate var look: OpenPages.Look? {
        switch self {
        case .shown: .shown
        case .hidden: .hidden
        case .optIn, .optOut, .interact, .step, .done, .cancel, .video, .xtendedView, .back, .leave,
            .popup, .popupClosed:
            nil
        }
    }
}
