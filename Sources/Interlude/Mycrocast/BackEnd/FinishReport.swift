import Advertising

/// The player is through with a spot.
struct FinishReport: Hashable, Sendable, Encodable {
    var advertisementId: Int
    var streamerId: Int
    var mountPoint: String
    var finishStatus: FinishStatus

    /// What becomes of the spot; the back end may leave out both.
    struct Reply: Hashable, Sendable, Decodable {
        var canBePlayedAgain: Bool?

        /// Takes the place of a spot that is not to be played again.
        var advertisement: Advertisement?
    }
}
