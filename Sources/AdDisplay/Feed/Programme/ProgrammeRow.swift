/// A row of the programme feed as a page shows it: an item or an ad.
///
/// As JSON it has no key for what is `nil`.
public struct ProgrammeRow: Hashable, Sendable, Codable, Identifiable {
    public var kind: Kind

    /// The same as long as the row shows the same; unique among rows of its kind.
    public var id: String

    /// The title of the section that the row belongs to.
    public var section: String

    public var title: String
    public var subtitle: String?

    /// What an item plays.
    public var source: String?

    public var description: String?

    /// Where an ad's picture is: an http(s) address or a file's path.
    public var image: String?

    /// Where a click on an ad leads.
    public var target: String?

    /// Whether an ad can be heard.
    public var audio: Bool?

    /// How high an ad's row is, in points.
    public var height: Double?

    /// What an ad does.
    public var state: FeedAdView.Playback?

    public enum Kind: String, Hashable, Sendable, Codable {
        case item
        case ad
    }
}

extension ProgrammeRow {
    init(_ item: ProgrammeItem, section: String) {
        self.init(
            kind: .item, id: item.id, section: section, title: item.title,
            subtitle: item.subtitle, source: item.source)
    }

    init(_ view: FeedAdView, section: String) {
        let advertisement = view.ad.advertisement
        self.init(
            kind: .ad, id: "\(view.id)", section: section, title: advertisement.title,
            description: advertisement.description, image: advertisement.bannerFileURL,
            target: advertisement.bannerTargetURL, audio: view.ad.hasAudio,
            height: view.rowHeight, state: view.playback)
    }
}
