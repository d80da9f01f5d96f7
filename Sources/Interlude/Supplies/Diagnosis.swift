import MediaTime
import Playout
import StreamFetching

extension FetchEvent {
    /// A line of diagnostics about the source `name`; `nil` for events that occur too often.
    func diagnosis(of name: String) -> String? {
        switch self {
        case .connecting(let attempt):
            attempt == 1 ? "connecting to \(name)" : "connecting to \(name), try \(attempt)"
        case .connected(let headers): "connected to \(headers.diagnosis)"
        case .received: nil
        case .lost(let failure): "lost: \(failure)"
        case .resumed: "resumed at the byte where it broke off"
        case .waiting(let wait):
            "next try in \(Int(saturating: wait / .milliseconds(1))) ms"
        case .gaveUp(let failure): "gave up: \(failure)"
        }
    }
}

extension StreamHeaders {
    fileprivate var diagnosis: String {
        let parts: [String?] = [
            address.description, contentType,
            isLive ? "live" : contentLength.map { "\($0) bytes" },
            kilobitsPerSecond.map { "\($0) kbit/s" },
            metadataInterval.map { "titles every \($0) bytes" },
            name.map { "“\($0)”" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension ReaderEvent {
    /// A line of diagnostics; `nil` for events that are reported elsewhere.
    var diagnosis: String? {
        switch self {
        case .reconnected(.seamless(let repeated)):
            "resumed where it broke off, without \(FrameTime(Int64(repeated)).words) that the "
                + "server sent again"
        case .reconnected(.broken(let frame)):
            "resumed, but not where it broke off, at \(frame.words) of the stream"
        case .formatChanged(let description, let frame):
            "is \(description.codec), \(description.sampleRate) Hz, channels: "
                + "\(description.channelCount), from \(frame.words) of the stream on"
        case .spliced(let frame):
            "continues with another stream of its format at \(frame.words) of the stream"
        case .concealed(let figures, let frame):
            "is damaged at \(frame.words) of the stream, damaged packets so far: "
                + "\(figures.concealed)"
        case .connectionLost(let reason): "lost: \(reason)"
        case .opened, .title, .cue, .tag, .kept, .leftBehind, .ended, .failed: nil
        }
    }
}
