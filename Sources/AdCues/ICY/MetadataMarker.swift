import MediaTime

/// What metadata that comes with the sound says about a break, whatever carries it: a block of ICY,
/// timed ID3, or the comments of an Ogg stream.
package enum MetadataMarker: Hashable, Sendable {
    /// An advertisement begins.
    case start(ICYAd)
    /// The break is over. It does not say that music is back.
    case end
}

extension MetadataMarker {
    /// The marker in fields of AdsWizz or Triton, or in the title; `nil` if there is none, as in the
    /// metadata of a song.
    package init?(_ metadata: ICYMetadata) {
        if let type = metadata["cue_type"] {
            self.init(TritonCue(cueType: type, adType: metadata["ad_type"]), metadata)
        } else if let ad = metadata.ad {
            self = .start(ad)
        } else if case .end? = metadata.title.flatMap(TitleMarker.init(title:)) {
            self = .end
        } else {
            return nil
        }
    }

    private init?(_ cue: TritonCue, _ metadata: ICYMetadata) {
        switch cue {
        case .ad:
            let duration = metadata["cue_time_duration"] ?? metadata["TLEN"]
            self = .start(
                ICYAd(duration: duration.flatMap(TritonCue.duration), id: metadata["ad_id"]))
        case .endOfBreak, .track, .other: self = .end
        case .insertionPoint: return nil
        }
    }
}
