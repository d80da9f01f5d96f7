import AdCues
import MediaTime

extension Cue {
    /// The cue as it takes effect `frameCount` frames later than its marker says; earlier if that is
    /// negative.
    ///
    /// Only for markers that the stream carries. The date ranges of HLS, with its interstitials, name
    /// a date of their own, and a now-playing feed has an offset of its own.
    func delayed(by frameCount: Int) -> Cue {
        guard isPlacedByCarrier, frameCount != 0 else { return self }
        var cue = self
        switch kind {
        case .continue(let elapsed?, let duration):
            // The break began elsewhere. The marker is still heard where it is.
            let since = max(.zero, elapsed).frameCount - frameCount
            cue.kind = .continue(elapsed: .frames(max(0, since)), duration: duration)
            cue.position = position + max(0, -since)
        case .out, .in, .continue(nil, _): cue.position = position + frameCount
        case .cancel: break
        }
        return cue
    }

    /// Whether it takes effect where its marker is in the stream.
    private var isPlacedByCarrier: Bool {
        switch source {
        case .icy, .vorbis, .id3: true
        case .hls, .scte35: interstitial == nil && fields["START-DATE"] == nil
        case .nowPlaying, .silence, .interval, .adTag: false
        }
    }
}
