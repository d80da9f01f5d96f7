import AdDisplay
import HTTPServing
import Hummingbird
import Interlude

/// The picture of the programme's present title.
struct ArtworkRoutes: Sendable {
    let player: ServedPlayer

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("artwork") { request, context -> Response in
            let place = request.uri.queryParameters["at"].map(String.init) ?? ""
            let status = player.status()
            guard let artwork = status.artwork, artwork.address == place else {
                throw WebError(.notFound, "the present title has no picture '\(place)'")
            }
            return try await player.pictures.response(
                AdImage(place, from: artwork.imageSource(in: status.source)), for: context.role)
        }
    }
}

extension PlayerStatus.Artwork {
    /// Who named the picture: `stream`, which may name pictures on its own server and on the public
    /// network. The stream of a listener may name the latter only.
    fileprivate func imageSource(in stream: String) -> AdImage.Source {
        switch namer {
        case .operator: .document(address: stream)
        case .listener: .listenersSpot
        }
    }
}
