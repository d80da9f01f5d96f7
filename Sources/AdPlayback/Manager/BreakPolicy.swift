/// What the stream does while advertisements are heard.
public enum BreakPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It goes on unheard; afterwards the listener is as far behind live as before.
    case mute

    /// It stands still, and goes on from the frame at which the break began.
    case hold

    /// It goes on 14 dB softer under the spots.
    case duck
}
