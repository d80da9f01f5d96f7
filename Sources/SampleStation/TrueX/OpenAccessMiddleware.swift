import HTTPServing
import HTTPTypes
import Hummingbird

/// Lets pages from anywhere ask, and keeps answers out of caches.
struct OpenAccessMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
