import AdDisplay
import HTTPServing
import HTTPTypes
import Hummingbird
import Interlude
import MediaTime
import NIOCore

/// The banners of spots, and clicks on them (rule M14).
struct BannerRoutes: Sendable {
    let hub: EventHub
    let player: ServedPlayer

    private struct Report: Decodable { let spot: String }

    private static let report = RequestBodyReader(#"{"spot": ID}"#, keys: ["spot"])

    func add(to api: RouterGroup<ConnectionContext>) {
        api.get("banners/:number") { _, context in
            try await banner(try context.parameters.require("number"), for: context.role)
        }
        api.post("banner/click") { request, _ in
            let id = try await Self.report.read(Report.self, from: request).spot
            let shown = hub.page.shownSpots.last
            guard let shown, id == String(shown.advertisement.id), shown.target != nil else {
                throw WebError(.notFound, "spot '\(id)' has no target to click now")
            }
            player.clickBanner(shown.advertisement)
            return Response.accepted
        }
        api.post("banner/shown") { request, _ in
            let id = try await Self.report.read(Report.self, from: request).spot
            let shown = hub.page.shownSpots.last
            guard let shown, id == String(shown.advertisement.id),
                shown.advertisement.bannerFileURL != nil
            else { throw WebError(.notFound, "spot '\(id)' has no banner that is shown now") }
            player.showBanner(shown.advertisement)
            return Response.accepted
        }
    }

    private func banner(_ number: String, for role: RequestRole) async throws -> Response {
        let spot = Int(number).flatMap { hub.page.shownSpot(number: $0) }
        guard let spot, let location = spot.advertisement.bannerFileURL else {
            throw WebError(.notFound, "there is no banner '\(number)'; it may have expired")
        }
        return try await player.pictures.response(
            AdImage(location, from: spot.advertisement.bannerSource), for: role)
    }
}

extension Response {
    /// Serves a picture with a policy that disables scripts in it, even if it is opened by itself.
    static func picture(_ picture: AdPicture) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: picture.format.contentType, .cacheControl: "private, max-age=3600",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }
}

extension AdPictures {
    /// Fetches the picture, and responds with it.
    func response(
        _ image: AdImage, for role: RequestRole
    ) async throws(WebError) -> Response {
        do {
            return .picture(try await picture(image))
        } catch {
            throw WebError.noPicture(error, for: role)
        }
    }
}

extension WebError {
    /// The response if there is no picture. Only operators get the reason.
    static func noPicture(_ error: any Error, for role: RequestRole) -> WebError {
        let message = ListenerWords.noPicture
        return WebError(.badGateway, role == .operator ? "\(message): \(error)" : message)
    }
}
