import AdDisplay
import HTTPServing
import Hummingbird
import Interlude
import MediaTime

/// The banners of spots, and what becomes of clicks on them (rule M14).
struct BannerRoutes: Sendable {
    let hub: EventHub
    let player: ServedPlayer

    private struct Click: Decodable { let spot: String }

    private static let click = RequestBodyReader(#"{"spot": ID}"#, keys: ["spot"])

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("banners/:number") { _, context in
            try await banner(try context.parameters.require("number"), for: context.role)
        }
        api.post("banner/click") { request, _ in
            let id = try await Self.click.read(Click.self, from: request).spot
            let shown = hub.page.shownSpots.last
            guard let shown, id == String(shown.advertisement.id), shown.target != nil else {
                throw WebError(.notFound, "spot '\(id)' has nothing to click now")
            }
            player.clickBanner(shown.advertisement)
            return Response.accepted
        }
    }

    private func banner(_ number: String, for role: RequestRole) async throws -> Response {
        let spot = Int(number).flatMap { hub.page.shownSpot(number: $0) }
        guard let spot, let location = spot.advertisement.bannerFileURL else {
            throw WebError(.notFound, "there is no banner '\(number)'; it may be over")
        }
        return try await player.pictures.response(
            AdImage(location, from: spot.advertisement.bannerSource), for: role)
    }
}
