/// The role of a request's sender, as far as a server has found out.
package enum RequestRole: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known of the sender.
    case stranger

    /// The sender is on this machine and showed no token, where none is needed.
    case listener

    /// The sender showed the token.
    case `operator`
}
