import AdDisplay

/// What the plug-ins of a page have sent for: asked for here, fetched elsewhere, and answered here
/// again.
///
/// Belongs to the page's thread.
final class AdErrands: AdImages {
    private let pictures: AdPictures
    private let report: @Sendable (Outcome) -> Void
    private var count = 0
    private var images: [Int: (AdLoadError?) -> Void] = [:]
    private var lists: [Int: (Result<HouseAdStock, AdLoadError>) -> Void] = [:]

    /// How an errand has ended.
    enum Outcome: Sendable {
        case image(errand: Int, AdLoadError?)
        case list(errand: Int, Result<HouseAdStock, AdLoadError>)
    }

    /// `report` is called on any thread, and has its outcome come back to ``take(_:)``.
    init(_ pictures: AdPictures, report: @escaping @Sendable (Outcome) -> Void) {
        self.pictures = pictures
        self.report = report
    }

    func fetch(_ image: AdImage, answer: @escaping (AdLoadError?) -> Void) {
        count += 1
        images[count] = answer
        let (errand, pictures, report) = (count, pictures, report)
        Task {
            do throws(AdLoadError) {
                try await pictures.fetch(image)
                report(.image(errand: errand, nil))
            } catch {
                report(.image(errand: errand, error))
            }
        }
    }

    func fetchHouseAds(
        at place: String, answer: @escaping (Result<HouseAdStock, AdLoadError>) -> Void
    ) {
        count += 1
        lists[count] = answer
        let (errand, report) = (count, report)
        let list = HouseAdList(at: place, pictures.files)
        Task {
            do throws(AdLoadError) {
                report(.list(errand: errand, .success(try await list.load())))
            } catch {
                report(.list(errand: errand, .failure(error)))
            }
        }
    }

    /// Answers whoever has sent for it.
    func take(_ outcome: Outcome) {
        switch outcome {
        case .image(let errand, let error): images.removeValue(forKey: errand)?(error)
        case .list(let errand, let result): lists.removeValue(forKey: errand)?(result)
        }
    }
}
