import AdDisplay

/// The requests of a page's plug-ins, which are fetched elsewhere and answered here.
///
/// Belongs to the page's thread.
final class AdRequests: AdImages {
    private let pictures: AdPictures
    private let report: @Sendable (Outcome) -> Void
    private var count = 0
    private var images: [Int: (AdLoadError?) -> Void] = [:]
    private var lists: [Int: (Result<HouseAdInventory, AdLoadError>) -> Void] = [:]

    /// The result of a request.
    enum Outcome: Sendable {
        case image(request: Int, AdLoadError?)
        case list(request: Int, Result<HouseAdInventory, AdLoadError>)
    }

    /// `report` is called on any thread, and must pass the result to ``take(_:)``.
    init(_ pictures: AdPictures, report: @escaping @Sendable (Outcome) -> Void) {
        self.pictures = pictures
        self.report = report
    }

    func fetch(_ image: AdImage, answer: @escaping (AdLoadError?) -> Void) {
        count += 1
        images[count] = answer
        let (request, pictures, report) = (count, pictures, report)
        Task {
            do throws(AdLoadError) {
                try await pictures.fetch(image)
                report(.image(request: request, nil))
            } catch {
                report(.image(request: request, error))
            }
        }
    }

    func fetchHouseAds(
        at place: String, answer: @escaping (Result<HouseAdInventory, AdLoadError>) -> Void
    ) {
        count += 1
        lists[count] = answer
        let (request, report) = (count, report)
        let list = HouseAdList(at: place, pictures.files)
        Task {
            do throws(AdLoadError) {
                report(.list(request: request, .success(try await list.load())))
            } catch {
                report(.list(request: request, .failure(error)))
            }
        }
    }

    /// Answers a request.
    func take(_ outcome: Outcome) {
        switch outcome {
        case .image(let request, let error): images.removeValue(forKey: request)?(error)
        case .list(let request, let result): lists.removeValue(forKey: request)?(result)
        }
    }
}
