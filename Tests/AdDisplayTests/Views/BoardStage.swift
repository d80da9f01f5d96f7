import AdDisplay
import Advertising

/// A page with ads of a plug-in that is in a test's hands.
struct BoardStage {
    let board: AdBoard
    let plugin = HeldPlugin()

    init(
        _ configs: AdConfig..., gate: InterstitialGate = InterstitialGate(),
        plugins: AdPluginRegistry? = nil
    ) {
        var registry = AdPluginRegistry()
        let plugin = plugin
        registry.register(.houseAds) { plugin }
        let placements = configs.enumerated().map {
            AdPlacement("place\($0.offset + 1)", $0.element, from: .houseAds)
        }
        board = AdBoard(placements, plugins: plugins ?? registry, gate: gate)
    }

    var source: HeldSource { plugin.source }

    /// The ids of what is to be seen.
    var shown: [String] { board.shown.map(\.id) }

    /// What was logged since this was asked last, and what else is to be done.
    func effects() -> [String] {
        board.takeEffects().map {
            switch $0 {
            case .log(let event): "\(event.position) \(event.state)"
            case .push(let spot): "push \(spot.id)"
            case .skip(let id): "skip \(id)"
            case .reportClick(let advertisement): "click \(advertisement.id)"
            }
        }
    }
}

/// A plug-in that says of its ads what a test has it say.
final class HeldPlugin: AdPluginRefresh {
    let source = HeldSource()
    var reloadsOnPull = false
    var reloadsOnAppearing = false

    init() {}
    init(configurationJSON: String?) throws(AdLoadError) {}

    func createAdPresenter(adView: any AdView, parentVC: any AdScreen) -> any AdPresenter {
        let presenter = AdViewPresenter(adView: adView, parentVC: parentVC)
        presenter.source = source
        return presenter
    }

    func providerName() -> String { "Held" }
    func reloadOnPullToRefresh() -> Bool { reloadsOnPull }
    func reloadOnDidAppear() -> Bool { reloadsOnAppearing }
}

extension Advertisement {
    static func spot(_ id: Int, banner: String? = nil, target: String? = nil) -> Advertisement {
        Advertisement(
            id: id, title: "Spot \(id)", audioFileURL: "\(id).mp3", bannerFileURL: banner,
            bannerTargetURL: target)
    }
}
