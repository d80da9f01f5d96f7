/// Who plays advertisements.
public enum AdvertisementPlayback: String, Hashable, Sendable, Codable, CaseIterable {
    /// The session, as soon as they are loaded.
    case automatic
    /// The app, which takes them with `getAdvertisement()`: to take the next one says that the one
    /// before is over.
    case byApp
}
