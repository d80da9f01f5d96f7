import MediaTime
import Playout

extension ReaderEvent {
    /// What is worth a line of diagnostics; `nil` for what is told elsewhere.
    var diagnosis: String? {
        switch self {
        case .reconnected(.seamless(let repeated)):
            "goes on where it broke off, \(FrameTime(Int64(repeated)).seconds) s that came again "
                + "left out"
        case .reconnected(.broken(let frame)):
            "does not go on where it broke off, at \(frame.seconds) s of the stream"
        case .formatChanged(let description, let frame):
            "is \(description.codec), \(description.sampleRate) Hz, channels: "
                + "\(description.channelCount), from \(frame.seconds) s of the stream on"
        case .spliced(let frame):
            "goes over into another stream like it at \(frame.seconds) s of the stream"
        case .concealed(let figures, let frame):
            "is damaged at \(frame.seconds) s of the stream, packets so far: \(figures.concealed)"
        case .connectionLost(let reason): "lost: \(reason)"
        case .opened, .title, .kept, .leftBehind, .ended, .failed: nil
        }
    }
}
