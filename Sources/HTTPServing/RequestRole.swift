/// Who sends a request, as far as a server has found out.
package enum RequestRole: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known of the sender.
    case stranger

    /// Somebody at this machine who has shown no token, where none is needed.
    case listener

    /// Somebody who has shown the token.
    case `operator`
}
