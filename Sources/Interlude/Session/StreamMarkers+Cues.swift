import AdCues
import MediaTime

extension StreamMarkers {
    /// No marker starts a break.
    static var none: StreamMarkers {
        var markers = StreamMarkers()
        markers.carriers = []
        return markers
    }

    /// The sources of the cues that count.
    var sources: Set<Cue.Source> {
        Set(carriers.flatMap(\.sources))
            .union(silence == nil ? [] : [.silence])
            .union(nowPlaying == nil ? [] : [.nowPlaying])
    }

    /// ``cueOffset`` within ``cueOffsets``.
    var cueOffsetFrameCount: Int {
        min(max(cueOffset, Self.cueOffsets.lowerBound), Self.cueOffsets.upperBound).frameCount
    }
}

extension StreamMarkers.Carrier {
    /// The sources of cues that come over the carrier.
    var sources: [Cue.Source] {
        switch self {
        // The comments of an Ogg stream are the metadata of Icecast in another form.
        case .icy: [.icy, .vorbis]
        case .hls: [.hls]
        case .scte35: [.scte35]
        case .id3: [.id3]
        }
    }
}

extension CueRules {
    init(_ markers: StreamMarkers) {
        self.init()
        longest = max(.zero, markers.longest)
        joining =
            switch markers.joining {
            case .full: .full
            case .partial: .partial
            case .none: .none
            }
    }
}
