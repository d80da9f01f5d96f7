/// Asks for a session (rule M1).
package struct SessionRequest: Codable, Sendable {
    package var apiKey: String
    package var customerToken: String

    package init(apiKey: String, customerToken: String) {
        self.apiKey = apiKey
        self.customerToken = customerToken
    }
}
