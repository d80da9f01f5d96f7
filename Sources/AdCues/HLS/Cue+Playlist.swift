import HLSPlaylists
import MediaTime

extension Cue {
    /// The ad markers of `playlist` in the order of their places, counted from the beginning of its
    /// first segment.
    package static func cues(in playlist: MediaPlaylist) -> [Cue] {
        let starts = playlist.starts
        var cues: [Cue] = []
        for (segment, start) in zip(playlist.segments, starts) {
            cues += Self.cues(of: segment.otherTags, from: start)
        }
        cues += Self.cues(of: playlist.openTags, from: starts[starts.count - 1])
        cues += DateRangeCues(playlist).cues
        let order = cues.indices.sorted { (cues[$0].position, $0) < (cues[$1].position, $1) }
        return order.map { cues[$0] }
    }

    /// The cues of the tags before one segment. A section that stands beside a marker at one place
    /// says more about it, and is no cue of its own.
    private static func cues(of tags: [OtherTag], from start: Duration) -> [Cue] {
        var cues: [Cue] = []
        var section: CueTag?
        for tag in tags {
            guard let marker = CueTag(tag) else { continue }
            if tag.name == "EXT-OATCLS-SCTE35" {
                section = marker
                if let signal = marker.section?.breakSignal {
                    cues.append(
                        Cue(signal, at: FrameTime(start + tag.offset), fields: marker.fields))
                }
                continue
            }
            guard var cue = Cue(marker, at: start + tag.offset) else { continue }
            if let last = cues.last, let beside = section, last.position == cue.position {
                section = nil
                cues.removeLast()
                cue.complete(from: last)
                cue.fields["SCTE35"] = beside.fields["SCTE35"]
            }
            cues.append(cue)
        }
        return cues
    }

    private init?(_ tag: CueTag, at offset: Duration) {
        let signal = tag.section?.breakSignal
        guard let kind = tag.kind ?? signal?.kind else { return nil }
        self.init(
            id: tag.id ?? signal?.id, kind, at: FrameTime(offset), source: tag.source,
            fields: tag.fields)
        isOneAd = tag.isOneAd
        guard let signal else { return }
        takeNature(from: signal)
        if case .out(let duration?) = signal.kind { complete(with: duration) }
    }

    /// Takes over from a section at the same place what the marker itself does not say.
    private mutating func complete(from section: Cue) {
        id = id ?? section.id
        fields.merge(section.fields) { own, _ in own }
        (returnsByItself, isOneAd) = (section.returnsByItself, section.isOneAd)
        if case .out(let duration?) = section.kind { complete(with: duration) }
    }

    /// Sets the length of the break unless it is known.
    private mutating func complete(with length: Duration) {
        switch kind {
        case .out(duration: nil): kind = .out(duration: length)
        case .continue(let elapsed, duration: nil):
            kind = .continue(elapsed: elapsed, duration: length)
        case .out, .continue, .in, .cancel: break
        }
    }
}
