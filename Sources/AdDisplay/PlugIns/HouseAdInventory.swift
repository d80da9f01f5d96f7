import FoundationEssentials
import MediaTime

/// The house ads of one list, and who named what stands in it.
public struct HouseAdInventory: Hashable, Sendable {
    public var ads: [HouseAd]
    public var source: AdImage.Source

    public init(_ ads: [HouseAd], from source: AdImage.Source) {
        self.ads = ads
        self.source = source
    }

    /// More ads than any operator has by hand.
    private static let largest = 1000

    /// Reads a list of house ads, a JSON array. `place` says where it was, for the error line.
    public init(
        parsing list: [UInt8], from source: AdImage.Source, at place: String
    ) throws(AdLoadError) {
        let ads: [HouseAd]
        do {
            ads = try JSONDecoder().decode([HouseAd].self, from: Data(list))
        } catch {
            throw .unusable("\(place): no list of house ads: \(Self.words(for: error))")
        }
        guard ads.count <= Self.largest else {
            throw .unusable("\(place): more than \(Self.largest) house ads; use fewer")
        }
        self.init(ads, from: source)
    }

    private static func words(for error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        return switch error {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath)) has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "write a JSON array of objects with an \"image\" each"
                : path(context.codingPath) + reason(in: context)
        @unknown default: "\(error)"
        }
    }

    private static func reason(in context: DecodingError.Context) -> String {
        if let error = context.underlyingError as? NumberError { return " \(error)" }
        return ": \(context.debugDescription)"
    }

    /// `ad 2, sizes`: which ad of the list, from 1, and what of it.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { key in key.intValue.map { "ad \($0 + 1)" } ?? key.stringValue }
            .joined(separator: ", ")
    }
}

/// Decides which house ad is next: of those that fit, the one that was shown least often, and of
/// several the one that stands first in the list.
package struct HouseAdRotation: Hashable, Sendable {
    private var ads: [HouseAd] = []
    private var turns: [HouseAd.ID: Int] = [:]

    package init() {}

    /// Takes a new list. Ads that were there keep their turns; one that is new does not take all
    /// those that the others have had.
    package mutating func restock(_ ads: [HouseAd]) {
        let known = ads.compactMap { turns[$0.id] }
        let start = known.min() ?? 0
        turns = Dictionary(
            ads.map { ($0.id, turns[$0.id] ?? start) }, uniquingKeysWith: { first, _ in first })
        self.ads = ads
    }

    /// Takes the next ad that fits; `nil` if none does.
    package mutating func next(for config: AdConfig) -> HouseAd? {
        let fitting = ads.filter { $0.fits(config) }
        guard let ad = fitting.min(by: { turns[$0.id, default: 0] < turns[$1.id, default: 0] })
        else { return nil }
        turns[ad.id, default: 0] += 1
        return ad
    }
}

extension HouseAd {
    /// What follows a `?` in a unit's name says for whom the ad is, not which.
    fileprivate func fits(_ config: AdConfig) -> Bool {
        let unit = String(config.adUnitId.prefix(while: { $0 != "?" }))
        guard adUnitId == nil || adUnitId == unit else { return false }
        return switch config.adType {
        case .interstitial: shapes.contains(.interstitial)
        case .screenBanner: shapes.isEmpty || !banners.isEmpty
        case .inlineBanner: shapes.isEmpty || banners.contains(config.inlineBanner)
        }
    }

    fileprivate var banners: [AdSizeName] {
        AdSizeName.allCases.filter { shapes.contains(.banner($0)) }
    }

    /// How large it is drawn where `config` wants it.
    func size(for config: AdConfig) -> AdSize {
        switch config.adType {
        case .interstitial: .fullScreen
        case .screenBanner: (banners.first ?? .smartBanner).size
        case .inlineBanner: config.inlineBanner.size
        }
    }
}

extension AdConfig {
    fileprivate var inlineBanner: AdSizeName {
        inlineBannerSize.flatMap(AdSizeName.init) ?? .banner
    }
}

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
