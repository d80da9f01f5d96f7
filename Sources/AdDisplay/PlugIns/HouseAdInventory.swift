import FoundationEssentials
import MediaTime

/// A list of house ads, with the origin of their addresses.
public struct HouseAdInventory: Hashable, Sendable {
    public var ads: [HouseAd]
    public var source: AdImage.Source

    public init(_ ads: [HouseAd], from source: AdImage.Source) {
        self.ads = ads
        self.source = source
    }

    /// The limit of ads in a list.
    private static let largest = 1000

    /// Parses a JSON array of house ads. `place` names the list in errors.
    public init(
        parsing list: [UInt8], from source: AdImage.Source, at place: String
    ) throws(AdLoadError) {
        let ads: [HouseAd]
        do {
            ads = try JSONDecoder().decode([HouseAd].self, from: Data(list))
        } catch {
            throw .unusable("\(place): not a list of house ads: \(Self.words(for: error))")
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

    /// The position in the list for errors, such as `ad 2, sizes`, from 1.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { key in key.intValue.map { "ad \($0 + 1)" } ?? key.stringValue }
            .joined(separator: ", ")
    }
}

/// Selects the next house ad: of those that fit, the one shown least often; of several, the first
/// in the list.
package struct HouseAdRotation: Hashable, Sendable {
    private var ads: [HouseAd] = []
    private var turns: [HouseAd.ID: Int] = [:]

    package init() {}

    /// Replaces the list. Known ads keep their count; a new ad starts with the lowest count, so it
    /// does not catch up.
    package mutating func restock(_ ads: [HouseAd]) {
        let known = ads.compactMap { turns[$0.id] }
        let start = known.min() ?? 0
        turns = Dictionary(
            ads.map { ($0.id, turns[$0.id] ?? start) }, uniquingKeysWith: { first, _ in first })
        self.ads = ads
    }

    /// Selects the next ad that fits; `nil` if none does.
    package mutating func next(for config: AdConfig) -> HouseAd? {
        let fitting = ads.filter { $0.fits(config) }
        guard let ad = fitting.min(by: { turns[$0.id, default: 0] < turns[$1.id, default: 0] })
        else { return nil }
        turns[ad.id, default: 0] += 1
        return ad
    }
}

extension HouseAd {
    /// The part of a unit's name after `?` is about the audience, not the ad.
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

    /// The drawn size for `config`.
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

/// The house ads shared by all plug-ins of a page. The list is requested when the first ad is
/// needed.
public final class HouseAdCache {
    private let order: Order
    private var rotation = HouseAdRotation()
    private var source = AdImage.Source.typed
    private var delivery = Delivery.none

    /// Requests the list. The answer comes once, immediately or later, on the executor of the
    /// plug-ins.
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

    /// A cache of a known list.
    public convenience init(_ stock: HouseAdInventory) {
        self.init { $0(.success(stock)) }
    }

    /// Requests the list again when the next ad is needed.
    public func renew() {
        switch delivery {
        case .none, .ordered: break
        case .arrived: delivery = .none
        }
    }

    /// Selects the next ad that fits, with the origin of its picture, once the list has arrived.
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

    /// Calls `work` when the list has arrived or failed. After a failure, the next call requests it
    /// again.
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
