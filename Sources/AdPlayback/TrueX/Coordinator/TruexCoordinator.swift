import MediaTime

/// Leads a stream through its pods with true[X] (contracts 2.4 to 2.7): stops it at a placeholder,
/// has a renderer shown, and goes on where its listener's credit lets it.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. A frame of the stream is not a time of the session: the session goes on
/// while the stream is held.
package struct TruexCoordinator: Hashable, Sendable {
    package let policy: TruexPolicy

    package init(policy: TruexPolicy = TruexPolicy()) {
        self.policy = policy
    }
}
