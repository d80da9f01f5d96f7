import HTTPTypes

/// Why a request is not even looked at.
enum AccessRefusal: Hashable, Sendable {
    case noHost
    /// The name is not this player's: another site may have had it lead here (DNS rebinding).
    case foreignHost(String)
    /// A page of another origin asks.
    case foreignPage(String)
    case noToken
    case wrongToken

    var status: HTTPResponse.Status {
        switch self {
        case .noHost: .badRequest
        case .foreignHost, .foreignPage: .forbidden
        case .noToken, .wrongToken: .unauthorized
        }
    }

    var words: String {
        switch self {
        case .noHost: "the request has no Host"
        case .foreignHost(let host):
            "'\(host)' is no name of this player; use the address that it has printed"
        case .foreignPage(let page): "a page of '\(page)' may not ask this player for anything"
        case .noToken:
            "this player wants a token: open the address that it has printed, "
                + "or send 'Authorization: Bearer TOKEN'"
        case .wrongToken: "the token is not this player's; take the one that it has printed"
        }
    }
}
