/// What the stream does while advertisements are heard.
public enum BreakPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It goes on unheard; afterwards the listener is as far behind live as before.
    case mute

    /// It stands still, and goes on from the frame at which the break began.
    case hold

    /// It goes on 14 dB softer under the spots.
    case duck
}

/// Who plays advertisements.
public enum AdvertisementPlayback: String, Hashable, Sendable, Codable, CaseIterable {
    /// The session, as soon as they are loaded.
    case automatic
    /// The app, which takes them with `getAdvertisement()`: to take the next one says that the one
    /// before is over.
    case byApp
}
