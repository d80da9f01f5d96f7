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
                // A browser that came over a secure connection is to keep it to such.
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
