import Advertising
import MediaTime

/// The content of `station.json`. Addresses are paths in the media folder.
package struct StationManifest: Codable, Sendable {
    package var name: String
    package var description: String
    package var genre: String
    package var language: String
    package var programme: Programme
    package var muteMusic: String?
    package var spots: [Advertisement]
    package var advertising: Advertising

    /// For true[X]: a programme with pods, and the ad that may replace one.
    package var pods: PodProgramme?
    package var truex: TruexCampaign?

    /// A programme in several encodings, with its titles.
    package struct Programme: Codable, Sendable {
        package var mp3: String?
        package var aac: String?
        package var opus: String?
        package var titles: [Title]

        /// The file of an encoding; `nil` without one.
        package func path(_ codec: LiveCodec) -> String? {
            switch codec {
            case .mp3: mp3
            case .aac: aac
            case .opus: opus
            }
        }

        /// The title at a position of the programme; empty before the first title.
        package func title(at position: Duration) -> String {
            titles.last { Duration(clamping: $0.start, to: .position) <= position }?.title ?? ""
        }
    }

    /// A title, valid from `start` seconds on.
    package struct Title: Codable, Sendable {
        package var start: Double
        package var title: String
    }

    /// The ids of the spots in each list of the start answer (rule M5).
    package struct Advertising: Codable, Sendable {
        package var preStream: [AdID]
        package var preStreamCount: Int
        package var inStream: [AdID]
        package var standard: [AdID]
        package var fallback: [AdID]
        package var groups: [Group]

        enum CodingKeys: String, CodingKey {
            case preStream
            case preStreamCount
            case inStream
            case standard = "default"
            case fallback
            case groups
        }
    }

    package struct Group: Codable, Sendable {
        package var id: Int
        package var name: String
        package var spots: [AdID]
    }
}

/// The station's interactive ad, as described in `station.json`.
package struct TruexCampaign: Codable, Sendable {
    package var name: String

    /// The ad server's ids of campaign and creative.
    package var campaign: Int
    package var creative: Int

    /// The page of the interactive ad, and its number of steps.
    package var engagement: String
    package var steps: Int

    /// The image and the spoken text of the choice card.
    package var card: String
    package var interactButton: String
    package var watchButton: String
    package var voiceOver: String

    /// `[countdown]` is replaced by the seconds left.
    package var countdownText: String

    /// Shown in place of a pod in a sponsored stream.
    package var skipCard: String
}
