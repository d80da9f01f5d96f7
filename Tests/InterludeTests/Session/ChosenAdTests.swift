import Advertising
import MediaTime
import Testing

@testable import Interlude

/// Row B16: competitive separation in a pod.
@Suite("The ads that are chosen for a break")
struct ChosenAdTests {
    /// Ads as `id:seconds:categories`, with `+` between categories. Those with `?` have no length.
    private func ads(_ text: String) -> [Advertisement] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            var ad = Advertisement.spot(Int(parts[0]) ?? 0, frames: 1)
            ad.duration = Double(parts[1]).map {
                .frames(Int(saturating: $0 * Double(FrameTime.rate)))
            }
            ad.tracking = .everything(of: ad.id)
            ad.categories = parts[2].split(separator: "+").compactMap {
                AdCategory(VASTCategory(code: String($0)))
            }
            return ad
        }
    }

    private func chosen(
        _ pod: [Advertisement], _ spares: [Advertisement] = [], seconds: Int?, limit: Int = .max,
        _ change: (inout AdRules) -> Void = { _ in }
    ) -> ChosenAds {
        var rules = AdRules()
        rules.separatesCategories = true
        change(&rules)
        return pod.chosen(
            for: seconds.map { $0 * FrameTime.rate }, by: rules, spotLimit: limit, overrun: .cut,
            spares: spares)
    }

    private func words(_ ads: ChosenAds) -> [String] {
        [
            ads.spots.map { "\($0.id)" }.joined(separator: " "),
            ads.others.map { "\($0.spot.id) \($0.reason.name)" }.joined(separator: ", "),
            ads.spares.map { "\($0.id)" }.joined(separator: " "),
        ]
    }

    @Test(
        "B16: are of different categories, if the rules want it",
        arguments: [
            ("1:2:IAB2 2:2:IAB3 3:2:IAB2-1 4:2:", ["1 2 4", "3 sameCategory", ""]),
            ("1:2:IAB2 2:2:IAB2 3:2:IAB2", ["1", "2 sameCategory, 3 sameCategory", ""]),
            ("1:2:IAB2+IAB3 2:2:IAB3+IAB4 3:2:IAB4", ["1 3", "2 sameCategory", ""]),
            ("1:2: 2:2: 3:2:IAB24 4:2:IAB24", ["1 2 3 4", "", ""]),
            // What does not fit any more has its own reason.
            ("1:4:IAB2 2:5:IAB3 3:5:IAB4", ["1", "2 nothingFits, 3 nothingFits", ""]),
        ] as [(String, [String])])
    func separated(pod: String, expected: [String]) {
        #expect(words(chosen(ads(pod), seconds: 8)) == expected)
        let all = chosen(ads(pod), seconds: nil) { $0.separatesCategories = false }
        #expect(all.spots.count == ads(pod).count && all.others.isEmpty)
    }

    @Test(
        "B16: have a stand-alone ad in place of a competitor, which competes with none of the pod",
        arguments: [
            ("2:2:IAB2", "5:2:IAB3", ["1 5 3", "2 sameCategory", ""]),
            ("2:2:IAB2", "5:2:IAB2-9 6:2:IAB4 7:2: 8:2:", ["1 7 3", "2 sameCategory", "5 6 8"]),
            (
                "2:2:IAB2 9:2:IAB2", "5:2:IAB3 6:2:IAB3-1 7:2:IAB5",
                [
                    "1 5 7 3", "2 sameCategory, 9 sameCategory", "6",
                ]
            ),
            // It is no longer than the one that it replaces, but for a quarter of a second.
            ("2:2:IAB2", "5:2.3:IAB3 6:2.2:IAB3", ["1 6 3", "2 sameCategory", "5"]),
            ("2:2:IAB2", "5:?:IAB3", ["1 3", "2 sameCategory", "5"]),
            ("2:?:IAB2", "5:9:IAB3 6:3:IAB3", ["1 6 3", "2 sameCategory", "5"]),
        ] as [(String, String, [String])])
    func exchanged(middle: String, spares: String, expected: [String]) {
        let pod = ads("1:2:IAB2 \(middle) 3:2:IAB4")
        #expect(words(chosen(pod, ads(spares), seconds: 8)) == expected)
        let all = chosen(pod, ads(spares), seconds: 8) { $0.separatesCategories = false }
        #expect(all.spots.map(\.id).prefix(2) == [1, 2] && all.spares == ads(spares))
    }

    @Test("B16: have one of any length in a break without a length")
    func withoutLength() {
        let chosen = chosen(ads("1:2:IAB2 2:2:IAB2 3:2:IAB4"), ads("5:?:IAB3"), seconds: nil)
        #expect(words(chosen) == ["1 5 3", "2 sameCategory", ""])
    }

    @Test("B16: have none that exceeds the break, or the number of its ads")
    func full() {
        let pod = ads("1:2:IAB2 2:2:IAB3 3:2:IAB3 4:2:IAB5")
        let short = chosen(pod, ads("5:2:IAB6"), seconds: 4)
        #expect(words(short) == ["1 2", "3 sameCategory, 4 nothingFits", "5"])
        let few = chosen(pod, ads("5:2:IAB6"), seconds: 8, limit: 2)
        #expect(words(few) == ["1 2", "3 sameCategory, 4 nothingFits", "5"])
        let enough = chosen(pod, ads("5:2:IAB6"), seconds: 8, limit: 3)
        #expect(words(enough) == ["1 2 5", "3 sameCategory, 4 nothingFits", ""])
    }

    @Test("B16: have one beside an ad that is too long for the rules and of its category")
    func refused() {
        let chosen = chosen(ads("1:2:IAB2 2:6:IAB3 3:2:IAB2"), ads("4:2:IAB3"), seconds: 8) {
            $0.lengths = .zero...(.seconds(5))
        }
        #expect(words(chosen) == ["1 4", "2 nothingFits, 3 sameCategory", ""])
        #expect(chosen.others.map(\.reason.code) == [.duration, nil])
    }

    @Test("B16, B17: have none whose creative is in the pod, nor one twice")
    func creatives() {
        var pod = ads("1:2:IAB2 2:2:IAB2 3:2:IAB2 4:2:IAB4")
        pod[3].tracking?.facts["UNIVERSALADID"] = "ad-id.org A"
        var spares = ads("5:2:IAB5 6:2:IAB6 7:2:IAB7 8:2:IAB8")
        spares[0].tracking?.facts["UNIVERSALADID"] = "ad-id.org A"
        spares[1].tracking?.facts["UNIVERSALADID"] = "ad-id.org B"
        spares[2].tracking?.facts["UNIVERSALADID"] = "ad-id.org B"
        #expect(
            words(chosen(pod, spares, seconds: 8)) == [
                "1 6 8 4", "2 sameCategory, 3 sameCategory", "5 7",
            ])
    }
}
