import AdDisplay
import Testing

/// A presenter between a host and a source that a test controls.
struct ViewStage {
    let host = ViewRecorder()
    let source = HeldSource()
    let presenter: AdViewPresenter

    init() {
        presenter = AdViewPresenter(adView: host, parentVC: host)
        presenter.source = source
    }

    /// A stage with a loaded ad and an empty record.
    static func loaded(
        _ config: AdConfig, _ creative: AdCreative = .sample()
    ) -> ViewStage {
        let stage = ViewStage()
        stage.presenter.load(adConfig: config)
        stage.source.find(1, creative)
        stage.host.forget()
        return stage
    }

    /// A stage with an interstitial that covers the screen.
    static func covered() throws -> ViewStage {
        let stage = loaded(.interstitial)
        try stage.presenter.showInterstitial()
        stage.host.forget()
        return stage
    }

    /// The refusal of a command; `nil` if it was carried out.
    func refusal(_ ask: (AdViewPresenter) throws(AdRefusal) -> Void) -> AdRefusal? {
        do throws(AdRefusal) {
            try ask(presenter)
            return nil
        } catch {
            return error
        }
    }
}

/// A host and screen that records its calls, and runs a test's reaction to them.
final class ViewRecorder: AdView, AdScreen {
    private(set) var told: [String] = []
    private var viewCount = 0

    /// Run on a call that begins with the key.
    var reactions: [String: () -> Void] = [:]

    /// In order.
    var states: [AdViewState] = []

    func adLoaded(view: AdViewHandle?) {
        note("adLoaded \(view?.id ?? "nil")")
    }

    func stateChanged(adViewState: AdViewState) {
        states.append(adViewState)
        note("\(adViewState)")
    }

    func adLoadFailed(error: AdLoadError) {
        note("adLoadFailed")
    }

    func makeViewID() -> String {
        viewCount += 1
        return "view \(viewCount)"
    }

    func present(_ view: AdViewHandle) { note("present \(view.id)") }
    func dismiss(_ view: AdViewHandle) { note("dismiss \(view.id)") }
    func open(_ target: String, from view: AdViewHandle) { note("open \(target)") }

    private func note(_ call: String) {
        told.append(call)
        reactions[String(call.prefix { $0 != " " })]?()
    }

    func forget() {
        told = []
        states = []
    }
}

/// A source that answers when a test says so.
final class HeldSource: AdSource {
    private var answers: [(Result<AdCreative, AdLoadError>) -> Void] = []

    /// The number of requests.
    var requestCount: Int { answers.count }

    func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void
    ) {
        answers.append(answer)
    }

    func providerName() -> String { "Held" }

    /// Answers the request with that number, from 1.
    func find(_ number: Int, _ creative: AdCreative = .sample()) {
        answer(number, .success(creative))
    }

    func fail(_ number: Int, _ error: AdLoadError = .noAd(unit: "unit")) {
        answer(number, .failure(error))
    }

    private func answer(_ number: Int, _ answer: Result<AdCreative, AdLoadError>) {
        guard number <= answers.count else {
            Issue.record("no request for ad \(number)")
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
