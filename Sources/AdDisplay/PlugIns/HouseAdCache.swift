/// The house ads that all plug-ins of one page share: ordered when the first is wanted, and taken
/// in turn.
public final class HouseAdCache {
    private let order: Order
    private var rotation = HouseAdRotation()
    private var source = AdImage.Source.typed
    private var delivery = Delivery.none

    /// Asks for the list; the answer comes once, at once or later, on the executor of the plug-ins.
    public typealias Order = (_ answer: @escaping (Result<HouseAdInventory, AdLoadError>) -> Void)
        ->
        Void

    private enum Delivery {
        case none
        case ordered(waiting: [(AdLoadError?) -> Void])
        case arrived
    }

    public init(ordering order: @escaping Order) {
        self.order = order
    }

    /// A cache of these.
    public convenience init(_ stock: HouseAdInventory) {
        self.init { $0(.success(stock)) }
    }

    /// Has the list asked for again when the next ad is wanted.
    public func renew() {
        switch delivery {
        case .none, .ordered: break
        case .arrived: delivery = .none
        }
    }

    /// Takes the next ad that fits, with who named its picture; once the list is there.
    func take(
        for config: AdConfig,
        answer: @escaping (Result<(HouseAd, AdImage.Source), AdLoadError>) -> Void
    ) {
        whenStocked { [weak self] error in
            if let error { return answer(.failure(error)) }
            guard let self, let ad = self.rotation.next(for: config) else {
                return answer(.failure(.noAd(unit: config.adUnitId)))
            }
            answer(.success((ad, self.source)))
        }
    }

    /// Does `work` when the list is there, or cannot be had; the next time it is asked for again.
    private func whenStocked(_ work: @escaping (AdLoadError?) -> Void) {
        switch delivery {
        case .arrived: work(nil)
        case .ordered(let waiting): delivery = .ordered(waiting: waiting + [work])
        case .none:
            delivery = .ordered(waiting: [work])
            order { [weak self] in self?.arrive($0) }
        }
    }

    private func arrive(_ answer: Result<HouseAdInventory, AdLoadError>) {
        guard case .ordered(let waiting) = delivery else { return }
        var failure: AdLoadError?
        switch answer {
        case .success(let stock):
            rotation.restock(stock.ads)
            source = stock.source
            delivery = .arrived
        case .failure(let error):
            failure = error
            delivery = .none
        }
        for work in waiting { work(failure) }
    }
}
