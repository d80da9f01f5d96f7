/// The requester of a source, which determines the addresses that the source may use.
public enum SourceNamer: String, Hashable, Sendable, Codable {
    /// An operator may name files and any address.
    case `operator`

    /// A listener may name only addresses in the public network. Redirects and playlists must stay
    /// in it, too.
    case listener
}
