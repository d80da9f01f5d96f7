/// The role of a request's sender.
package enum RequestRole: String, Hashable, Sendable, CaseIterable {
    /// The sender is not authenticated.
    case stranger

    /// The sender is on this machine and presented no token, because none is required.
    case listener

    /// The sender presented the token.
    case `operator`
}
