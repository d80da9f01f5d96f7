/// Fetches pictures before an ad counts as loaded, so that no ad is shown whose picture is missing.
public protocol AdImages: AnyObject {
    /// `answer` is called once, at once or later, on the plug-in's executor: with `nil` when the
    /// picture is there to be drawn.
    func fetch(_ image: AdImage, answer: @escaping (AdLoadError?) -> Void)
}

extension Optional where Wrapped == any AdImages {
    /// Answers with `creative` once its picture is there; at once where nobody fetches any.
    func deliver(
        _ creative: AdCreative,
        answer: @escaping (Result<AdCreative, AdLoadError>) -> Void
    ) {
        guard let self else { return answer(.success(creative)) }
        self.fetch(creative.image) { error in
            answer(error.map { .failure($0) } ?? .success(creative))
        }
    }
}
