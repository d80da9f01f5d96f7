import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// The two pages and their files, compressed if the browser accepts gzip. Browsers cache them and revalidate
/// them on each use.
enum PageRoutes {
    static func add(to router: Router<ConnectionContext>) {
        let pages: [(RouterPath, PageFile)] = [("/", .listener), ("/desk", .desk)]
        for (path, file) in pages {
            router.get(path) { request, _ in
                response(of: file, to: request)
            }
        }
        router.get("/page/:name") { request, context in
            let name = try context.parameters.require("name")
            guard let file = PageFile.named(name) else {
                throw WebError(.notFound, "the page has no '\(name)'")
            }
            return response(of: file, to: request)
        }
    }

    private static func response(of file: PageFile, to request: Request) -> Response {
        let coding = ContentCoding(accepted: request.headers[.acceptEncoding])
        let tag = file.entityTag(coding)
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "no-cache", .vary: "Accept-Encoding",
        ]
        let known = request.headers[.ifNoneMatch] ?? ""
        if known.split(separator: ",").contains(where: { $0.contains(tag) }) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.contentType
        let bytes: [UInt8]
        switch coding {
        case .identity: bytes = file.bytes
        case .gzip:
            bytes = file.gzipped
            headers[.contentEncoding] = "gzip"
        }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
