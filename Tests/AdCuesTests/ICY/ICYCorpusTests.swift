import AdCues
import MediaTime
import TestFiles
import Testing

@Suite("ICY metadata of other stations", .enabled(if: Corpora.folder != nil))
struct ICYCorpusTests {
    @Test("A13: of 14 blocks, those that announce an ad are taken, and no decoy is")
    func blocks() throws {
        let blocks = try Corpora.Document("icy/icy_block_vectors.json").decoded(as: Blocks.self)
        #expect(blocks.vectors.count == 14)
        for block in blocks.vectors {
            let metadata = ICYMetadata(parsing: block.text.utf8)
            let ad = metadata.ad
            #expect((ad != nil) == block.expectAd, "\(block.name)")
            #expect(ad?.duration == block.durationMs.map { .milliseconds($0) }, "\(block.name)")
            #expect(ad?.id == block.adId, "\(block.name)")
            #expect(ad?.insertion?.rawValue == block.insertion, "\(block.name)")
            if let title = block.title { #expect(metadata.title == title, "\(block.name)") }
            if let url = block.url { #expect(metadata.url == url, "\(block.name)") }
            if let context = block.adswizzContext {
                #expect(metadata["metadata"] == "adswizzContext=\(context)", "\(block.name)")
            }
        }
    }

    @Test("A14: the titles that mark an ad are taken, and no decoy is")
    func titles() throws {
        let titles = try Corpora.Document("icy/title_text_markers.json").decoded(as: Titles.self)
        #expect(titles.ad.count == 8 && titles.notAd.count == 8)
        for title in titles.ad + titles.withDuration.keys {
            guard case .start? = marker(title) else {
                Issue.record("'\(title)' is not taken")
                continue
            }
        }
        for (title, length) in titles.withDuration {
            #expect(
                marker(title) == .start(ICYAd(duration: .milliseconds(length.value))), "\(title)")
        }
        for title in titles.breakEnd { #expect(marker(title) == .end, "\(title)") }
        for title in titles.notAd { #expect(marker(title) == nil, "\(title)") }
    }

    private func marker(_ title: String) -> MetadataMarker? {
        MetadataMarker(ICYMetadata(parsing: "StreamTitle='\(title)';".utf8))
    }

    private struct Blocks: Decodable {
        var vectors: [Block]
    }

    private struct Block: Decodable {
        var name: String
        var text: String
        var expectAd: Bool
        var durationMs: Int?
        var adId: String?
        var insertion: String?
        var title: String?
        var url: String?
        var adswizzContext: String?
    }

    private struct Titles: Decodable {
        var ad: [String]
        var withDuration: [String: Length]
        var breakEnd: [String]
        var notAd: [String]
    }

    /// A number of milliseconds, alone or with its unit.
    private struct Length: Decodable {
        var value: Int

        private enum CodingKeys: CodingKey { case value }

        init(from decoder: any Decoder) throws {
            if let values = try? decoder.container(keyedBy: CodingKeys.self) {
                value = try values.decode(Int.self, forKey: .value)
            } else {
                value = try decoder.singleValueContainer().decode(Int.self)
            }
        }
    }
}
