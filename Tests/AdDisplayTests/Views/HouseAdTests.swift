import AdDisplay
import Advertising
import Testing

@Suite("House ads")
struct HouseAdTests {
    private static func ad(
        _ id: String, _ shapes: Set<HouseAd.Shape> = [], unit: String? = nil
    ) -> HouseAd {
        HouseAd(id: id, image: "\(id).png", shapes: shapes, adUnitId: unit)
    }

    private static func take(
        _ count: Int, _ config: AdConfig, from rotation: inout HouseAdRotation
    ) -> [String?] {
        (0..<count).map { _ in rotation.next(for: config)?.id }
    }

    @Test("each has its turn in the list's order, whichever place asks")
    func turns() {
        var rotation = HouseAdRotation()
        rotation.restock([Self.ad("a"), Self.ad("b"), Self.ad("c")])
        #expect(Self.take(4, .inlineBanner, from: &rotation) == ["a", "b", "c", "a"])
        #expect(Self.take(2, .screenBanner, from: &rotation) == ["b", "c"])
    }

    @Test("only ads that fit the unit, the type and the size are taken")
    func fitting() {
        var rotation = HouseAdRotation()
        rotation.restock([
            Self.ad("box", [.banner(.boxBanner)]), Self.ad("cover", [.interstitial]),
            Self.ad("theirs", unit: "other"), Self.ad("ours", unit: "unit"),
        ])
        #expect(Self.take(2, .inlineBanner, from: &rotation) == ["ours", "ours"])
        #expect(Self.take(2, .interstitial, from: &rotation) == ["cover", "cover"])
        #expect(Self.take(1, .screenBanner, from: &rotation) == ["box"])
        let targeted = AdConfig(adUnitId: "other?age=30", inlineBannerSize: "SPONSOR")
        #expect(Self.take(1, targeted, from: &rotation) == ["theirs"])
        let none = AdConfig(adUnitId: "third", inlineBannerSize: "SPONSOR")
        #expect(Self.take(1, none, from: &rotation) == [nil])
    }

    @Test("an ad that is new in the list takes its turn with the others, and not all of theirs")
    func newInList() {
        var rotation = HouseAdRotation()
        rotation.restock([Self.ad("a"), Self.ad("b")])
        #expect(Self.take(5, .inlineBanner, from: &rotation) == ["a", "b", "a", "b", "a"])
        rotation.restock([Self.ad("a"), Self.ad("b"), Self.ad("c")])
        #expect(Self.take(4, .inlineBanner, from: &rotation) == ["b", "c", "a", "b"])
    }

    @Test("a list is read with all its fields, and with defaults for missing ones")
    func list() throws {
        let text = #"""
            [{"image": "a.png"},
             {"id": "b", "image": "b.png", "target": "https://shop.test/", "text": "Bread",
              "sizes": ["BOX_BANNER", "INTERSTITIAL"], "adUnitId": "opening",
              "spot": {"url": "b.mp3", "title": "Bread"}}]
            """#
        let stock = try HouseAdInventory(parsing: Array(text.utf8), from: .typed, at: "list")
        let bread = Advertisement(id: 0, title: "Bread", audioFileURL: "b.mp3")
        #expect(
            stock.ads == [
                HouseAd(id: "a.png", image: "a.png"),
                HouseAd(
                    id: "b", image: "b.png", target: "https://shop.test/", text: "Bread",
                    shapes: [.banner(.boxBanner), .interstitial], adUnitId: "opening",
                    spot: bread),
            ])
    }

    @Test(
        "an invalid list is refused whole, with the place and the reason",
        arguments: [
            ("{}", "list: not a list of house ads: "),
            ("[{\"id\": \"a\"}]", "ad 1 has no \"image\""),
            (#"[{"image": "a"}, {"image": 3}]"#, "ad 2, image"),
            (#"[{"image": "a", "sizes": ["HUGE"]}]"#, "ad 1, sizes: HUGE is not one of BANNER"),
            (
                #"[{"image": "a", "target": "javascript:x"}]"#,
                "javascript:x is not an http(s) address"
            ),
            (
                #"[{"image": "a", "spot": {"url": "b", "duration": 1e300}}]"#,
                "ad 1, spot, duration must be at most 24 h"
            ),
            (
                #"[{"image": "a", "spot": {"url": "b", "duration": -1e300}}]"#,
                "ad 1, spot, duration must not be negative"
            ),
            ("not JSON", "list: not a list of house ads: "),
        ])
    func unusable(text: String, words: String) {
        do throws(AdLoadError) {
            _ = try HouseAdInventory(parsing: Array(text.utf8), from: .typed, at: "list")
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test("the list is requested once, when the first ad is wanted, and again after a failure")
    func order() {
        var orders: [(Result<HouseAdInventory, AdLoadError>) -> Void] = []
        let cache = HouseAdCache { orders.append($0) }
        let plugins = (0..<2).map { _ in HouseAdsPlugin(cache: cache, images: nil) }
        var answers: [String] = []
        let ask = {
            for plugin in plugins {
                plugin.request(.inlineBanner) { answer in
                    switch answer {
                    case .success(let creative): answers.append(creative.image.place)
                    case .failure: answers.append("failed")
                    }
                }
            }
        }
        ask()
        #expect(orders.count == 1)
        orders[0](.failure(.unusable("not there")))
        #expect(answers == ["failed", "failed"])
        ask()
        orders[1](.success(HouseAdInventory([Self.ad("a"), Self.ad("b")], from: .typed)))
        #expect(answers == ["failed", "failed", "a.png", "b.png"])
        ask()
        #expect(orders.count == 2)
        #expect(plugins[0].reloadOnPullToRefresh())
        ask()
        #expect(orders.count == 3)
    }

    @Test("an inline banner of an unknown size fails, and lists the known ones")
    func unknownSize() throws {
        let plugin = try HouseAdsPlugin(configurationJSON: #"[{"image": "a.png"}]"#)
        var failure: AdLoadError?
        plugin.request(AdConfig(adUnitId: "unit", inlineBannerSize: "HUGE")) { answer in
            if case .failure(let error) = answer { failure = error }
        }
        #expect(failure == .unknownSize("HUGE"))
        #expect(failure?.description.contains("BOX_BANNER") == true)
    }

    @Test("an interstitial brings its spot, and a banner none")
    func spot() throws {
        let plugin = try HouseAdsPlugin(
            configurationJSON: #"""
                [{"image": "a.png", "sizes": ["BANNER", "INTERSTITIAL"], "spot": {"url": "a.mp3"}}]
                """#)
        var sounds: [AdCreative.Sound] = []
        for config in [AdConfig.interstitial, .inlineBanner] {
            plugin.request(config) { answer in
                if case .success(let creative) = answer { sounds.append(creative.sound) }
            }
        }
        #expect(sounds == [.brings(Advertisement(id: 0, title: "", audioFileURL: "a.mp3")), .none])
    }
}
