import AdDisplay
import Advertising

/// A page with ads of a plug-in that a test controls.
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

    /// The ids of the visible ads.
    var shown: [String] { board.shown.map(\.id) }

    /// The events logged since the last call, and the other effects.
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

/// A plug-in whose reload decisions a test sets.
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
