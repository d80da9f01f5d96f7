/// The source of a presenter's ads, implemented by a plug-in.
public protocol AdSource: AnyObject {
    /// Requests an ad. Calls `answer` once, immediately or later, on the presenter's executor.
    func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void)

    /// The provider's name for reports.
    func providerName() -> String
}

/// Why no ad can be shown.
public enum AdLoadError: Error, Hashable, Sendable {
    /// No provider is registered.
    case noProvider

    /// The unit has no ad at the moment.
    case noAd(unit: String)

    /// The plug-in has no inline banner of that size.
    case unknownSize(String)

    /// A resource is unavailable or invalid. The text names it and says what to try.
    case unusable(String)
}

extension AdLoadError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noProvider: "no plug-in provides ads here; register one"
        case .noAd(let unit): "there is no ad for \(unit)"
        case .unknownSize(let name):
            "\(name) is not a size of an inline banner; use one of "
                + AdSizeName.allCases.map(\.rawValue).joined(separator: ", ")
        case .unusable(let words): words
        }
    }
}
