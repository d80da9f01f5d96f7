import HTTPServing
import HTTPTypes
import Hummingbird

/// Refuses the requests that an ``AccessRule`` forbids, before any other processing.
struct AccessMiddleware: RouterMiddleware {
    let rule: AccessRule

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        let head = AccessRequest(request, cookieName: context.cookieName)
        if let refusal = rule.refusal(of: head) {
            throw WebError(refusal.status, refusal.message)
        }
        var context = context
        context.role = rule.role
        return try await next(request, context)
    }
}

extension ConnectionContext {
    /// The name of the cookie with the token. It contains the port, because browsers share cookies
    /// between all ports of a host.
    var cookieName: String { "interlude-\(channel.localAddress?.port ?? 0)" }
}

/// Sets the token as a cookie, for requests whose headers a page cannot set.
struct LoginRoute: Sendable {
    /// `nil` if no token is required.
    let token: AccessToken?

    func add(to api: RouterGroup<ConnectionContext>) {
        api.post("login") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            var response = Response(status: .noContent)
            if let token {
                // A page loaded over https sends the cookie over https only.
                let isSecure = request.headers[.origin]?.hasPrefix("https://") == true
                response.setCookie(
                    Cookie(
                        name: context.cookieName, value: token.text, path: "/", secure: isSecure,
                        httpOnly: true, sameSite: .strict))
            }
            return response
        }
    }
}
