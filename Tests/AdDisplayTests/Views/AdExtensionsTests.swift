import AdDisplay
import Foundation
import Testing

@Suite("What a feed says about ads")
struct AdExtensionsTests {
    private static func read(_ text: String) throws -> AdExtensions {
        try JSONDecoder().decode(AdExtensions.self, from: Data(text.utf8))
    }

    @Test("the units of an entry are configurations of their types")
    func configs() throws {
        let extensions = try Self.read(
            #"""
            {"ad_config": {"ad_tag": "row", "ad_size": "BOX_BANNER", "interstitial_ad_tag": "full"}}
            """#)
        #expect(
            extensions
                == AdExtensions(
                    banner: AdConfig(adUnitId: "row", inlineBannerSize: "BOX_BANNER"),
                    interstitial: AdConfig(adUnitId: "full", adType: .interstitial)))
        #expect(try Self.read("{}") == AdExtensions())
        #expect(
            try Self.read(#"{"ad_config": {"ad_tag": "row"}}"#).banner?.inlineBannerSize
                == "BANNER")
    }

    @Test("video ads are a document's address, or breaks at the beginning, at times and at the end")
    func videoAds() throws {
        #expect(
            try Self.read(#"{"video_ads": "http://ads.test/vmap"}"#).videoAds
                == .document(address: "http://ads.test/vmap"))
        let breaks = #"""
            {"video_ads": [{"offset": "preroll", "ad_url": "a"}, {"offset": 90.5, "ad_url": "b"},
                           {"offset": "postroll", "ad_url": "c"}]}
            """#
        #expect(
            try Self.read(breaks).videoAds
                == .breaks([
                    .init(.preroll, address: "a"),
                    .init(.time(.milliseconds(90_500)), address: "b"),
                    .init(.postroll, address: "c"),
                ]))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "{\"video_ads\": 3}", #"{"video_ads": [{"offset": "midroll", "ad_url": "a"}]}"#,
        ])
    func unreadable(text: String) {
        #expect(throws: DecodingError.self) { try Self.read(text) }
    }
}
