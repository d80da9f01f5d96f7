import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Gives every answer the headers that all have, and every error the form that all have.
struct AnswerMiddleware: RouterMiddleware {
    /// The methods that a path has.
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
        return response
    }

    /// Closes the connection of who may send on and on, once he has had time to read why.
    private func hangUp(_ channel: any Channel, _ response: inout Response) {
        response.headers[.connection] = "close"
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    private static let always: HTTPFields = [
        .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy:
            // An interactive advertisement is a page of its advertiser's, in a sandbox.
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
            .methodNotAllowed, "\(path) is asked with \(allowed), not with \(request.method)",
            headers: [.allow: allowed])
    }
}
