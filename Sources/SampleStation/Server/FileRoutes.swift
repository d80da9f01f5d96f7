import HTTPServing
import HTTPTypes
import Hummingbird

/// Serves the folders of the media: spots, banners, and the rest.
struct FileRoutes: Sendable {
    let media: MediaFolder

    private static let folders = ["spots", "banners", "media", "broken", "programme"]

    func add(to router: Router<ConnectionContext>) {
        for folder in Self.folders {
            router.get("/\(folder)/:name") { _, context in
                try await file(in: folder, context)
            }
        }
    }

    /// The file of a folder that the path's `name` names.
    func file(in folder: String, _ context: ConnectionContext) async throws -> Response {
        let name = try context.parameters.require("name")
        // A name that leads elsewhere is no file of ours.
        guard !name.contains("/"), !name.hasPrefix(".") else { throw HTTPError(.notFound) }
        let body = try await FileIO().loadFile(
            path: "\(media.path)/\(folder)/\(name)", context: context)
        return Response(
            status: .ok, headers: [.contentType: ContentType.forFile(named: name)], body: body)
    }
}
