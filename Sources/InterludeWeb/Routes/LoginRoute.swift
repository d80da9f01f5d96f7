import HTTPServing
import HTTPTypes
import Hummingbird

/// Lets a browser in that has shown the token once, with what cannot send headers as well.
struct LoginRoute: Sendable {
    /// `nil` where nothing has to be shown.
    let token: AccessToken?

    func add(to api: RouterGroup<ConnectionContext>) {
        api.post("login") { request, context in
            try await RequestBodyReader.expectNone(in: request)
            var response = Response(status: .noContent)
            if let token {
                response.setCookie(
                    Cookie(
                        name: context.cookieName, value: token.text, path: "/", httpOnly: true,
                        sameSite: .strict))
            }
            return response
        }
    }
}
