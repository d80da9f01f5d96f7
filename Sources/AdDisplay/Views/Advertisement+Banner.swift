import Advertising

extension Advertisement {
    /// Who named its banner.
    public var bannerSource: AdImage.Source {
        switch reach {
        case .asNamed: .spot
        case .publicNetwork: .listenersSpot
        }
    }
}
