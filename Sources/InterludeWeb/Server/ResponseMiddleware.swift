import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Adds the common headers to every response, and turns errors into JSON.
struct ResponseMiddleware: RouterMiddleware {
    /// Returns the methods of a path.
    let methods: @Sendable (_ path: String) -> [HTTPRequest.Method]

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as WebError {
            response = error.response(from: request, context: context)
        } catch let error as HTTPError where error.status == .notFound {
            response = missing(request).response(from: request, context: context)
        }
        if response.status == .contentTooLarge { hangUp(context.channel, &response) }
        for field in Self.always where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
        // A path that is not there has no route that leaves the body out.
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Closes the connection after a second, in which the client can read the response. Otherwise it
    /// could send its body without end.
    private func hangUp(_ channel: any Channel, _ response: inout Response) {
        response.headers[.connection] = "close"
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    private static let always: HTTPFields = [
        .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy:
            // Interactive advertisements are sandboxed pages of their advertisers.
            "default-src 'self'; frame-src http: https:; base-uri 'none'; form-action 'self'; "
            + "frame-ancestors 'none'",
        HTTPField.Name("Referrer-Policy")!: "no-referrer",
        HTTPField.Name("Cross-Origin-Resource-Policy")!: "same-origin",
    ]

    private func missing(_ request: Request) -> WebError {
        let path = request.uri.path
        let allowed = methods(path).map(\.rawValue).sorted().joined(separator: ", ")
        guard !allowed.isEmpty else {
            return WebError(.notFound, "there is no \(path); see /api/openapi.json")
        }
        return WebError(
            .methodNotAllowed, "\(path) does not allow \(request.method); use \(allowed)",
            headers: [.allow: allowed])
    }
}

/// The methods of each path, to distinguish a wrong method from an unknown path.
struct RouteTable: Sendable {
    private let routes: [(parts: [Substring], method: HTTPRequest.Method)]

    /// Parts of paths such as `{name}` match anything.
    init(_ routes: [(path: String, method: HTTPRequest.Method)]) {
        self.routes = routes.map { ($0.path.split(separator: "/"), $0.method) }
    }

    func methods(of path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/")
        return routes.filter { route in
            route.parts.count == parts.count
                && zip(route.parts, parts).allSatisfy { $0 == $1 || $0.first == "{" }
        }.map(\.method)
    }
}
