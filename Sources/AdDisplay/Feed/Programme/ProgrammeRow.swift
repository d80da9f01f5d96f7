/// A row of the programme feed for a page: an item or an ad.
///
/// `nil` values have no key in JSON.
public struct ProgrammeRow: Hashable, Sendable, Codable, Identifiable {
    public var kind: Kind

    /// Constant while the row shows the same; unique among rows of its kind.
    public var id: String

    /// The title of the row's section.
    public var section: String

    public var title: String
    public var subtitle: String?

    /// What an item plays.
    public var source: String?

    public var description: String?

    /// An ad's picture: an http(s) address or a file path.
    public var image: String?

    /// An ad's click target.
    public var target: String?

    /// Whether an ad has sound.
    public var audio: Bool?

    /// The height of an ad's row in points.
    public var height: Double?

    /// The playback state of an ad.
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
