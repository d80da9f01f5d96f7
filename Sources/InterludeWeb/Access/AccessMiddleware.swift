import HTTPServing
import HTTPTypes
import Hummingbird

/// Refuses requests that an ``AccessRule`` does not let in, before anything else is done.
struct AccessMiddleware: RouterMiddleware {
    let rule: AccessRule

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        let question = AccessQuestion(request, cookieName: context.cookieName)
        if let refusal = rule.refusal(of: question) {
            throw WebError(refusal.status, refusal.words)
        }
        var context = context
        context.role = rule.role
        return try await next(request, context)
    }
}

extension ConnectionContext {
    /// The cookie in which a browser keeps the token: each server of a machine has its own, since
    /// browsers do not tell them apart by their ports.
    var cookieName: String { "interlude-\(channel.localAddress?.port ?? 0)" }
}
