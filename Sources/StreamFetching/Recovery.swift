/// Callbacks for continuing an interrupted recording.
struct Recovery: Sendable {
    /// Waits until the rest may be requested. Throws if there may be no more tries.
    var wait: @Sendable (FetchFailure) async throws -> Void

    /// Called when the rest begins to arrive.
    var resumed: @Sendable () -> Void
}
