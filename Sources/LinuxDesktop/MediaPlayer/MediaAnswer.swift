import Interlude

/// What comes of a ``MediaRequest``.
package enum MediaAnswer: Hashable, Sendable {
    case command(SessionCommand)
    /// By the specification it has no effect here, and that is no error.
    case nothing
    case refusal(String)
}
