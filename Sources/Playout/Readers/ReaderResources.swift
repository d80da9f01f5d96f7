import AudioDecoding
import MediaTime
import PCMAudio

/// What a live reader takes of the machine.
package enum ReaderResources: Hashable, Sendable {
    /// A thread for decoding, and room for a session with an output.
    case own
    /// For one of many sessions without an output: decodes on threads that all of them share, and
    /// keeps little.
    case shared

    var window: ReaderWindow {
        switch self {
        case .own: .own
        case .shared: .shared
        }
    }

    /// How drift is corrected.
    var correction: RateCorrector.Method {
        switch self {
        case .own: .resampling
        case .shared: .wholeFrames
        }
    }
}

/// How much decoded audio a reader keeps before and after the playing position.
struct ReaderWindow: Hashable, Sendable {
    /// Frames ahead, plus played frames that may have to be rendered again.
    let frameCount: Int

    /// 5 s.
    static let own = ReaderWindow(frameCount: 5 * FrameTime.rate)

    /// Half a second: no frame is rendered again.
    static let shared = ReaderWindow(frameCount: FrameTime.rate / 2)

    /// The frame up to which samples fit into `store` while playing stands still. Played frames
    /// take less than half of the store.
    func end(of store: SampleStore) -> FrameTime { store.reached + frameCount / 2 }
}
