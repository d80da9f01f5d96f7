import AdDisplay
import Testing

/// A source that answers when a test has it answer.
final class HeldSource: AdSource {
    private var answers: [(Result<AdCreative, AdLoadError>) -> Void] = []

    /// How often it was asked.
    var requestCount: Int { answers.count }

    func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void
    ) {
        answers.append(answer)
    }

    func providerName() -> String { "Held" }

    /// Answers the request of that number, from 1.
    func find(_ number: Int, _ creative: AdCreative = .sample()) {
        answer(number, .success(creative))
    }

    func fail(_ number: Int, _ error: AdLoadError = .noAd(unit: "unit")) {
        answer(number, .failure(error))
    }

    private func answer(_ number: Int, _ answer: Result<AdCreative, AdLoadError>) {
        guard number <= answers.count else {
            Issue.record("nobody has asked for ad \(number)")
            return
        }
        answers[number - 1](answer)
    }
}

extension AdCreative {
    static func sample(
        _ name: String = "ad", size: AdSize = AdSizeName.banner.size,
        target: String? = "http://shop.test/", sound: Sound = .none
    ) -> AdCreative {
        AdCreative(
            image: AdImage("\(name).png", from: .typed), size: size, text: name, target: target,
            sound: sound)
    }
}

extension AdConfig {
    static let inlineBanner = AdConfig(adUnitId: "unit", inlineBannerSize: "BANNER")
    static let screenBanner = AdConfig(adUnitId: "unit", adType: .screenBanner)
    static let interstitial = AdConfig(adUnitId: "unit", adType: .interstitial)
}
