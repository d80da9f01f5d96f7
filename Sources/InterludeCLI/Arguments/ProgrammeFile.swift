import AdDisplay
import Advertising
import Foundation

/// What `--feed` reads: a programme to choose from, and the ads among it.
struct ProgrammeFile: Decodable {
    var sections: [ProgrammeSection]
    var ads: [Ad] = []
    var placement = Placement("feed", minPos: 2, servingFreq: 4)

    /// An ad: a spot as a `SPOT.json` has it, without sound if its `url` is empty.
    struct Ad: Decodable {
        var spot: Advertisement
        /// How high it grows when it is clicked; `nil` if it does not.
        var extendedHeight: Double?

        private enum CodingKeys: String, CodingKey {
            case extendedHeight
        }

        init(from decoder: any Decoder) throws {
            spot = try Advertisement(from: decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            extendedHeight = try values.decodeIfPresent(Double.self, forKey: .extendedHeight)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case sections, ads, placement
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sections = try values.decode([ProgrammeSection].self, forKey: .sections)
        ads = try values.decodeIfPresent([Ad].self, forKey: .ads) ?? ads
        placement = try values.decodeIfPresent(Placement.self, forKey: .placement) ?? placement
    }

    /// Reads the file at `path`. Paths in it count from its folder.
    static func read(_ path: String) throws(CommandError) -> ProgrammeFile {
        try Location.requireFile(at: path)
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            var file = try JSONDecoder().decode(ProgrammeFile.self, from: data)
            let folder = URL(filePath: Location.absolutePath(path)).deletingLastPathComponent()
            try file.makeAbsolute(in: folder)
            return file
        } catch {
            throw CommandError(
                .unreadableInput,
                "\(path): holds no programme; write {\"sections\": [{\"title\": \"…\", \"items\": "
                    + "[{\"id\": \"…\", \"title\": \"…\", \"source\": \"…\"}]}], \"ads\": […]}")
        }
    }

    private mutating func makeAbsolute(in folder: URL) throws(UnusableArgument) {
        for section in sections.indices {
            for item in sections[section].items.indices {
                guard let source = sections[section].items[item].source else { continue }
                sections[section].items[item].source = try Self.absolute(source, in: folder)
            }
        }
        for index in ads.indices {
            let spot = ads[index].spot
            if !spot.audioFileURL.isEmpty {
                ads[index].spot.audioFileURL = try Self.absolute(spot.audioFileURL, in: folder)
            }
            if let banner = spot.bannerFileURL {
                ads[index].spot.bannerFileURL = try Self.absolute(banner, in: folder)
            }
        }
    }

    private static func absolute(
        _ text: String, in folder: URL
    ) throws(UnusableArgument) -> String {
        switch try Location(parsing: text) {
        case .address(let address): address
        case .file(let path):
            URL(filePath: path, relativeTo: folder).standardizedFileURL
                .path(percentEncoded: false)
        }
    }
}

extension ProgrammeFile {
    /// The ads, for the file's placement.
    var feedAds: RotatingFeedAds {
        RotatingFeedAds([placement.name: ads.map(FeedAd.init)])
    }
}

extension FeedAd {
    fileprivate init(_ ad: ProgrammeFile.Ad) {
        let format: Format =
            if let height = ad.extendedHeight {
                .pullDownCard(extendedHeight: height)
            } else {
                ad.spot.audioFileURL.isEmpty ? .card : .audioCard
            }
        self.init(id: String(ad.spot.id), format: format, advertisement: ad.spot)
    }
}
