import Advertising

/// What becomes of a spot that was reported finished.
package struct FinishReply: Codable, Sendable {
    package var canBePlayedAgain: Bool

    /// Takes the place of a spot that is not to be played again.
    package var advertisement: Advertisement?
}
