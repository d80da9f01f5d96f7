import MediaTime

/// How much audio a file has that ends clearly before the end that it declares.
package struct SpotCut: Hashable, Sendable {
    /// The frames that it has.
    package var frameCount: Int
    /// The frames that it declares.
    package var declaredCount: Int

    /// What encoders add at both ends is declared by some of them, and is not audio.
    private static let tolerance = Duration.milliseconds(500)

    package init(frameCount: Int, declaredCount: Int) {
        self.frameCount = frameCount
        self.declaredCount = declaredCount
    }

    /// `nil` if a file with `frameCount` frames is whole, or if `declared` is not its length: a program
    /// that does not know the length yet writes the greatest number, which is beyond `limit`.
    init?(_ frameCount: Int, of declared: FrameTime?, limit: Duration) {
        guard let declared, declared <= FrameTime(limit),
            declared - .zero - frameCount > Self.tolerance.frameCount
        else { return nil }
        self.init(frameCount: frameCount, declaredCount: declared - .zero)
    }
}
