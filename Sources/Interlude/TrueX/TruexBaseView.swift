import AdPlayback

/// Where a ``TruexAdRenderer`` draws its unit: a page, a window, a terminal.
///
/// What the listener does there is told to ``TruexAdRenderer/send(_:)``.
public protocol TruexBaseView: AnyObject, Sendable {
    /// Draws `view` in place of what was drawn before. Called on the renderer's queue.
    ///
    /// Times in it run on by their rates, and need no other call. What speaks a choice card stands in
    /// it, and is played by whoever plays the stream.
    func show(_ view: TruexView)
}
