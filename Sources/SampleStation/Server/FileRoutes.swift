import HTTPServing
import HTTPTypes
import Hummingbird

/// Serves the files of the media folder.
///
/// Range requests let players seek in a file and resume a broken download.
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

    /// The requested file, or a part of it.
    func file(
        in folder: String, _ request: Request, _ context: ConnectionContext
    ) async throws -> Response {
        let name = try context.parameters.require("name")
        // Only names of files in the folder itself are allowed.
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

    /// Only GET requests may have a range, and only for the version of the file that the player
    /// knows (RFC 9110, 13.1.5 and 14.2).
    private static func part(of file: ServedFile, in request: Request) -> FilePart {
        let isOfThis = request.headers[.ifRange].map { $0 == file.tag } ?? true
        guard request.method == .get, isOfThis else { return .whole }
        return FilePart(request.headers[.range], ofFileWith: file.byteCount)
    }
}
