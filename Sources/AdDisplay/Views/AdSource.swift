/// Where a presenter gets its ads from: a plug-in's own side of it.
public protocol AdSource: AnyObject {
    /// Looks for an ad; `answer` is called once, at once or later, on the presenter's executor.
    func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void)

    /// Who provides the ads, for reports.
    func providerName() -> String
}

/// Why there is no ad to be shown.
public enum AdLoadError: Error, Hashable, Sendable {
    /// Nobody is there to ask.
    case noProvider

    /// There is none for this unit, or none at the moment.
    case noAd(unit: String)

    /// The plug-in has no inline banner of that size.
    case unknownSize(String)

    /// Something cannot be had or read; the words say what, where, and what to try.
    case unusable(String)
}

extension AdLoadError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noProvider: "no plug-in provides ads here; register one"
        case .noAd(let unit): "there is no ad for \(unit)"
        case .unknownSize(let name):
            "\(name) is no size of an inline banner; use one of "
                + AdSizeName.allCases.map(\.rawValue).joined(separator: ", ")
        case .unusable(let words): words
        }
    }
}
