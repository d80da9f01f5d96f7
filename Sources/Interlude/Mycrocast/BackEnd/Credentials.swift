/// What a session is started with (contract M1).
struct Credentials: Hashable, Sendable, Encodable {
    var apiKey: String
    var customerToken: String
}
