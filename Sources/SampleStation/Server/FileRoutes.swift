import HTTPServing
import HTTPTypes
import Hummingbird

/// Serves the folders of the media: spots, banners, and the rest.
///
/// Players may ask for parts of a file, so that they can seek in it, and go on with one that broke
/// off.
struct FileRoutes: Sendable {
    let media: MediaFolder

    private static let folders = ["spots", "banners", "media", "broken", "programme"]

    func add(to router: Router<ConnectionContext>) {
        for folder in Self.folders {
            router.get("/\(folder)/:name") { request, context in
                try await file(in: folder, request, context)
            }
        }
    }

    /// The file of a folder that the path's `name` names, or the part of it that is asked for.
    func file(
        in folder: String, _ request: Request, _ context: ConnectionContext
    ) async throws -> Response {
        let name = try context.parameters.require("name")
        // A name that leads elsewhere is no file of ours.
        guard !name.contains("/"), !name.hasPrefix("."),
            let file = ServedFile(at: "\(media.path)/\(folder)/\(name)")
        else { throw HTTPError(.notFound) }
        var headers: HTTPFields = [
            .contentType: ContentType.forFile(named: name), .acceptRanges: "bytes",
            .eTag: file.tag,
        ]
        switch Self.part(of: file, in: request) {
        case .whole:
            let body = try await FileIO().loadFile(path: file.path, context: context)
            return Response(status: .ok, headers: headers, body: body)
        case .bytes(let range):
            let body = try await FileIO().loadFile(path: file.path, range: range, context: context)
            headers[.contentRange] =
                "bytes \(range.lowerBound)-\(range.upperBound)/\(file.byteCount)"
            return Response(status: .partialContent, headers: headers, body: body)
        case .beyond:
            return Response(
                status: .rangeNotSatisfiable,
                headers: [.contentRange: "bytes */\(file.byteCount)", .eTag: file.tag])
        }
    }

    /// Only GET knows parts, and only parts of the file that the player knows are of use to it
    /// (RFC 9110, 13.1.5 and 14.2).
    private static func part(of file: ServedFile, in request: Request) -> FilePart {
        let isOfThis = request.headers[.ifRange].map { $0 == file.tag } ?? true
        guard request.method == .get, isOfThis else { return .whole }
        return FilePart(request.headers[.range], ofFileWith: file.byteCount)
    }
}
