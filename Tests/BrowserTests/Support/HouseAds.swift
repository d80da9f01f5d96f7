import Foundation
import TestFiles

/// A folder of house ads with media of the sample station.
enum HouseAds {
    struct Entry: Encodable {
        var image: String
        var target: String?
        var text: String
        var sizes: [String]
        var adUnitId: String
        var spot: Station.Spot?
    }

    /// Writes the list, its pictures and the spots of the station into `folder`, and returns the
    /// player's arguments. A spot that is in the folder stays as it is.
    static func arguments(_ entries: [Entry], in folder: TemporaryFolder) throws -> [String] {
        for entry in entries {
            try folder.write(try SampleMedia.file("banners/\(entry.image)"), to: entry.image)
            if let spot = entry.spot, !FileManager.default.fileExists(atPath: folder.file(spot.url))
            {
                try folder.write(try SampleMedia.file("spots/\(spot.url)"), to: spot.url)
            }
        }
        try folder.write(try JSONEncoder().encode(entries), to: "house-ads.json")
        return ["--house-ads", folder.path]
    }
}
