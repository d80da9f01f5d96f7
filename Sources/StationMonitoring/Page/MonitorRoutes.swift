import HTTPServing
import HTTPTypes
import Hummingbird
import Interlude
import NIOCore

/// `/`, `/metrics` and `/api/stations`.
struct MonitorRoutes: Sendable {
    let hosts: HostRule
    let snapshot: @Sendable () -> MonitorSnapshot

    var router: Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: HostMiddleware(hosts: hosts))
        router.get("/") { _, _ in
            Self.response("text/html; charset=utf-8", MonitorPage(snapshot()).html)
        }
        router.get("/metrics") { _, _ in
            Self.response(MetricsText.contentType, snapshot().metrics)
        }
        router.get("/api/stations") { _, _ in
            Self.response("application/json; charset=utf-8", snapshot().json.description)
        }
        return router
    }

    private static func response(_ type: String, _ text: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// Refuses requests for other hosts.
private struct HostMiddleware: RouterMiddleware {
    let hosts: HostRule

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        guard hosts.allows(request.head.authority) else { throw HTTPError(.forbidden) }
        return try await next(request, context)
    }
}
