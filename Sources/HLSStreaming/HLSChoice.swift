import HLSPlaylists

/// A media playlist from which the programme can be played.
package struct HLSChoice: Hashable, Sendable {
    /// As the multivariant playlist writes it; `nil` for the playlist at the stream's own address.
    package var uri: String?

    /// The peak in bits per second; `nil` if it is not known.
    package var bandwidth: Int?
}

/// The playlists that hold one programme's audio, from the lowest bandwidth to the highest.
struct HLSChoices: Hashable {
    private(set) var all: [HLSChoice]
    /// Where to begin.
    private(set) var first = 0
    /// Whether a higher bandwidth means better audio. Variants with video differ in the pictures.
    private(set) var areOfAudio = true

    /// More than that adds nothing that is heard.
    private static let sufficientBandwidth = 400_000

    /// The one playlist at the stream's own address.
    static let own = HLSChoices(all: [HLSChoice(uri: nil, bandwidth: nil)])

    private init(all: [HLSChoice]) {
        self.all = all
    }

    /// The default audio of each variant. Playlists with video serve only if there are no others.
    init(_ playlist: MultivariantPlaylist) throws(HLSFailure) {
        var candidates: [Candidate] = []
        for variant in playlist.variants {
            guard let candidate = Candidate(variant, in: playlist) else { continue }
            if let index = candidates.firstIndex(where: { $0.choice.uri == candidate.choice.uri }) {
                candidates[index].lower(to: candidate.choice.bandwidth)
            } else {
                candidates.append(candidate)
            }
        }
        guard !candidates.isEmpty else { throw .noAudio }
        let audio = candidates.filter(\.isAudioOnly)
        areOfAudio = !audio.isEmpty
        all = (areOfAudio ? audio : candidates).map(\.choice)
        let bandwidth = { (choice: HLSChoice) in choice.bandwidth ?? 0 }
        let order = all.indices.sorted { (bandwidth(all[$0]), $0) < (bandwidth(all[$1]), $1) }
        all = order.map { [all] in all[$0] }
        if areOfAudio {
            first = all.lastIndex { bandwidth($0) <= Self.sufficientBandwidth } ?? 0
        }
    }
}

/// The audio of one variant.
private struct Candidate {
    var choice: HLSChoice
    var isAudioOnly: Bool

    /// `nil` if the variant has no audio.
    init?(_ variant: Variant, in playlist: MultivariantPlaylist) {
        let codecs = variant.codecs.map(Codecs.init)
        let group = variant.audioGroup.map { name in
            playlist.renditions.filter { $0.type == "AUDIO" && $0.group == name }
        }
        let rendition =
            group?.first(where: \.isDefault) ?? group?.first(where: \.isAutoselected)
            ?? group?.first
        choice = HLSChoice(uri: rendition?.uri ?? variant.uri, bandwidth: variant.bandwidth)
        let hasVideo = codecs?.hasVideo ?? (variant.attributes["RESOLUTION"] != nil)
        isAudioOnly = rendition?.uri != nil || !hasVideo
        if rendition == nil, let codecs, !codecs.hasAudio { return nil }
    }

    mutating func lower(to bandwidth: Int?) {
        guard let bandwidth else { return }
        choice.bandwidth = min(choice.bandwidth ?? bandwidth, bandwidth)
    }
}

/// What the codecs of a variant (RFC 6381) are for.
private struct Codecs {
    var hasAudio = false
    var hasVideo = false

    private static let video = ["avc", "hvc", "hev", "dvh", "dva", "av01", "vp0", "vp8", "mp4v"]
    private static let text = ["wvtt", "stpp", "tx3g"]

    init(_ text: String) {
        for part in text.split(separator: ",") {
            let codec = part.drop { $0 == " " }.lowercased()
            if Self.video.contains(where: codec.hasPrefix) {
                hasVideo = true
            } else if !Self.text.contains(where: codec.hasPrefix) {
                hasAudio = true
            }
        }
    }
}
