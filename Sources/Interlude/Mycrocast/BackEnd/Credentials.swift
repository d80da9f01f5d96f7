/// What a session is started with (rule M1).
struct Credentials: Hashable, Sendable, Encodable {
    var apiKey: String
    var customerToken: String
}
