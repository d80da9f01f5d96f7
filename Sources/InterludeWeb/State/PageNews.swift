import AdDisplay
import Advertising
import Interlude

/// What happens to a session that a page may show.
enum PageNews: Sendable {
    case status(PlayerStatus)
    case record(EventRecord)
    case level(HeardLevel)
    case bannerShown(Advertisement)
    case bannerRemoved
    case views([ShownAd])
    case feed([ProgrammeRow])
}
