import Advertising
import MediaTime

/// What `station.json` says of a folder of media. Addresses are paths in that folder.
package struct StationManifest: Codable, Sendable {
    package var name: String
    package var description: String
    package var genre: String
    package var language: String
    package var programme: Programme
    package var muteMusic: String?
    package var spots: [Advertisement]
    package var advertising: Advertising

    /// For true[X]: sound with pods in it, and the ad that may be played in place of one.
    package var pods: PodProgramme?
    package var truex: TruexCampaign?

    /// One programme in several encodings, and what is on in it when.
    package struct Programme: Codable, Sendable {
        package var mp3: String?
        package var aac: String?
        package var opus: String?
        package var titles: [Title]

        /// The file of an encoding; nil if the programme is not there in it.
        package func path(_ codec: LiveCodec) -> String? {
            switch codec {
            case .mp3: mp3
            case .aac: aac
            case .opus: opus
            }
        }

        /// What is on at a position of the programme: nothing before the first title.
        package func title(at position: Duration) -> String {
            titles.last { Duration(clamping: $0.start, to: .position) <= position }?.title ?? ""
        }
    }

    /// What is on from `start` seconds of the programme on.
    package struct Title: Codable, Sendable {
        package var start: Double
        package var title: String
    }

    /// Which spots go into which list of the start answer (rule M5), by their ids.
    package struct Advertising: Codable, Sendable {
        package var preStream: [Int]
        package var preStreamCount: Int
        package var inStream: [Int]
        package var standard: [Int]
        package var fallback: [Int]
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
        package var spots: [Int]
    }
}

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
