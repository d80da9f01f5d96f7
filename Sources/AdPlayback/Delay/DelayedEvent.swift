import Advertising

/// Something that happened in the stream, to be delivered when the listener gets there.
package enum DelayedEvent: Hashable, Sendable, Codable {
    case advertisements([Advertisement])
    case streamerMuted
    case streamerUnmuted
}
