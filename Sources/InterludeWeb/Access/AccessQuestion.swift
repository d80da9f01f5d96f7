import HTTPTypes
import Hummingbird

/// What the head of a request says of who asks.
struct AccessQuestion: Hashable, Sendable {
    /// `Host`: the name by which the browser found this server.
    var host: String?
    /// The page that asks; browsers say it with whatever may change something.
    var origin: String?
    /// `Sec-Fetch-Site`: whose page asks, as browsers say it with everything.
    var site: String?
    /// `Sec-Fetch-Mode`.
    var mode: String?
    /// What `Authorization: Bearer` shows.
    var bearer: String?
    /// What the cookie shows that this server has set.
    var cookie: String?
    /// Whether everybody may have what is asked for, as far as a token goes.
    var isPublic = false
}

extension AccessQuestion {
    init(_ request: Request, cookieName: String) {
        host = request.head.authority
        origin = request.headers[.origin]
        site = request.headers[.secFetchSite]
        mode = request.headers[.secFetchMode]
        let words = request.headers[.authorization]?.split(separator: " ") ?? []
        if words.count == 2, words[0].lowercased() == "bearer" { bearer = String(words[1]) }
        cookie = request.cookies[cookieName]?.value
        isPublic = request.uri.path == "/" || request.uri.path.hasPrefix("/page/")
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
}
