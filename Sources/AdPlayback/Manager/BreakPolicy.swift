/// What the stream does during a break.
public enum BreakPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It plays on muted. After the break, the listener is as far behind live as before.
    case mute

    /// It stops, and resumes at the frame where the break started. A live stream that resumes live
    /// is muted instead.
    case hold

    /// It plays on, 14 dB softer.
    case duck
}

/// What becomes of the spot that is heard where its break ends.
public enum BreakEndPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is cut where the break ends.
    case cut

    /// It fades out over half a second, up to where the break ends, or from there on if the marker
    /// comes too late for that.
    case fade

    /// It is heard to its end, and then the programme where it is by then.
    case finish
}

/// Whether the session or the app plays the queued advertisements.
public enum AdvertisementPlayback: String, Hashable, Sendable, Codable, CaseIterable {
    /// The session plays them as soon as they are loaded.
    case automatic
    /// The app takes them with `getAdvertisement()`. Taking the next one reports the previous one
    /// as finished.
    case byApp
}
