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
        #"{"do": VERB}, with "n" and "of" for a step, "url" for a popup, "progress" for a video"#,
        keys: ["do", "n", "of", "url", "progress"])

    func add(to api: RouterGroup<ConnectionContext>) {
        api.post("truex") { request, _ -> Response in
            let message = try await Self.message.read(TruexMessage.self, from: request)
            if case .popup(let address) = message, WebAddress(address) == nil {
                throw Self.message.malformed(request, "'url' is no http or https address")
            }
            guard player.status().truex != .nothing else {
                return .refused("no interactive advertisement is shown")
            }
            await player.truex(message)
            return .accepted
        }
        api.get("truex/image") { request, _ -> Response in
            let place = request.uri.queryParameters["at"].map(String.init) ?? ""
            guard place == player.status().truex.picture else {
                throw WebError(.notFound, "no card that is shown has the picture '\(place)'")
            }
            let source = player.schedule.map(AdImage.Source.document) ?? .spot
            return try await player.pictures.response(AdImage(place, from: source))
        }
    }
}
