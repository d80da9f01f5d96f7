/// Where a presenter gets its ads from: a plug-in's own side of it.
public protocol AdSource: AnyObject {
    /// Looks for an ad; `answer` is called once, at once or later, on the presenter's executor.
    func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void)

    /// Who provides the ads, for reports.
    func providerName() -> String
}
