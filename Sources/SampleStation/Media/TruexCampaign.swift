/// The interactive ad that the station offers, as `station.json` tells of it.
package struct TruexCampaign: Codable, Sendable {
    package var name: String

    /// The ids under which the ad server knows the campaign and its creative.
    package var campaign: Int
    package var creative: Int

    /// The page of the interactive ad, and in how many steps it goes.
    package var engagement: String
    package var steps: Int

    /// What the choice card shows, and what is said with it.
    package var card: String
    package var interactButton: String
    package var watchButton: String
    package var voiceOver: String

    /// With `[countdown]` where the seconds go.
    package var countdownText: String

    /// What is shown in place of a pod in a stream that is sponsored.
    package var skipCard: String
}
