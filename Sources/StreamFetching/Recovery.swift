/// What a broken recording has to ask before it goes on, and to tell.
struct Recovery: Sendable {
    /// Waits until the rest may be asked for. Throws if it may not.
    var wait: @Sendable (FetchFailure) async throws -> Void

    /// Told when the rest begins to come.
    var resumed: @Sendable () -> Void
}
