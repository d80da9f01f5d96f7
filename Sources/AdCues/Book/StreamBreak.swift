import MediaTime

/// A break of the stream, as its cues describe it.
package struct StreamBreak: Hashable, Sendable {
    /// The number of the break in its book, from 1.
    package let number: Int
    /// The stream's frame at which it is marked to begin.
    package internal(set) var markedBegin: FrameTime
    /// The stream's frame at which it begins: later than marked if the listener joined inside it, its
    /// marker came late, or it waited for another break.
    package internal(set) var begin: FrameTime
    /// How long it is from `markedBegin`; `nil` if no marker says so.
    package internal(set) var duration: Duration?
    /// The stream's frame of the marker that ends it; `nil` until there is one.
    package internal(set) var markedEnd: FrameTime?
    /// Whether it ends by itself after its duration. Else its end is marked, and the duration is
    /// only a safety net.
    package internal(set) var returnsByItself: Bool
    /// Whether it is as long as marked where it begins later than marked.
    package internal(set) var isWhole = false
    /// The channels that announced it, with its name on each.
    package internal(set) var channels: [Channel]
    /// What its markers say about its ads.
    package internal(set) var fields: [String: String]
    /// The media that fill it; `nil` if no marker names any.
    package internal(set) var interstitial: Interstitial?
    /// Whether all markers of its start were of one ad.
    var isOneAd: Bool
    /// Where it stands in the programme, as its first marker says.
    package let insertion: ICYInsertion?

    /// A channel that carries markers of a break.
    package struct Channel: Hashable, Sendable {
        package var source: Cue.Source
        /// The name of the break; `nil` if the channel has none for it.
        package var id: String?
        /// The names of its ads, and of breaks inside it.
        package var inner: Set<String> = []
    }

    init(number: Int, _ cue: Cue, begin: FrameTime, duration: Duration?) {
        self.number = number
        markedBegin = begin
        self.begin = begin
        self.duration = duration
        returnsByItself = cue.returnsByItself
        channels = [Channel(source: cue.source, id: cue.id)]
        fields = cue.fields
        interstitial = cue.interstitial
        isOneAd = cue.isOneAd
        insertion = cue.insertion
    }
}

extension StreamBreak {
    /// The frame after its last one, as far as is known now.
    package func end(by rules: CueRules) -> FrameTime {
        placed(markedEnd ?? plannedEnd(by: rules))
    }

    /// The frame up to which ads fill it, as far as is known now. The length of a break that only a
    /// marker ends is how long it is meant to be (SCTE 35, section 9.9.2.2).
    package func fillEnd(by rules: CueRules) -> FrameTime {
        placed(markedEnd ?? nominalEnd(by: rules))
    }

    /// `end` as it is for a break that is as long as marked where it begins later than marked.
    private func placed(_ end: FrameTime) -> FrameTime {
        max(begin, end + (isWhole ? begin - markedBegin : 0))
    }

    /// The frame at which its length is over, were it to begin as marked.
    private func nominalEnd(by rules: CueRules) -> FrameTime {
        markedBegin + min(max(duration ?? rules.longest, .zero), rules.longest).frameCount
    }

    /// The frame at which it would end if no marker ended it, were it to begin as marked: its end marker
    /// may be late.
    func plannedEnd(by rules: CueRules) -> FrameTime {
        let isAwaited = duration != nil && !returnsByItself
        return nominalEnd(by: rules) + (isAwaited ? rules.grace.frameCount : 0)
    }

    /// Whether a marker ends it before its length is over.
    package func isCutShort(by rules: CueRules) -> Bool {
        markedEnd.map { $0 < nominalEnd(by: rules) } ?? false
    }

    func takes(part source: Cue.Source) -> Bool { channels.contains { $0.source == source } }

    package func name(on source: Cue.Source) -> String? {
        channels.first { $0.source == source }?.id
    }

    /// Whether a cue names the break.
    package func isNamed(by cue: Cue) -> Bool { cue.id != nil && name(on: cue.source) == cue.id }

    /// Whether a cue names something inside the break.
    func encloses(_ cue: Cue) -> Bool {
        guard let id = cue.id else { return false }
        return channels.contains { $0.source == cue.source && $0.inner.contains(id) }
    }

    /// Whether what `source` says about times counts: no more exact channel announced the break.
    func heeds(_ source: Cue.Source) -> Bool {
        channels.allSatisfy { source.rank <= $0.source.rank }
    }

    /// Takes the channel of `cue` in, and the name that it has for the break.
    mutating func join(_ cue: Cue) {
        if let index = channels.firstIndex(where: { $0.source == cue.source }) {
            guard let id = cue.id, !channels[index].inner.contains(id) else { return }
            if channels[index].id == nil {
                channels[index].id = id
            } else if channels[index].id != id {
                enclose(id, at: index)
            }
        } else {
            channels.append(Channel(source: cue.source, id: cue.id))
        }
    }

    /// Takes the channel of `cue` in, which names something inside the break.
    mutating func enclose(_ cue: Cue) {
        guard let index = channels.firstIndex(where: { $0.source == cue.source }) else {
            let inner = cue.id.map { [$0] } ?? []
            channels.append(Channel(source: cue.source, inner: Set(inner)))
            return
        }
        if let id = cue.id { enclose(id, at: index) }
    }

    /// So many fields of its markers are kept.
    static let mostFields = 256

    /// Adds what a later marker says about its ads. Of two fields with one name the first counts.
    mutating func add(_ later: [String: String]) {
        for name in later.keys.sorted() where fields[name] == nil {
            guard fields.count < Self.mostFields else { return }
            fields[name] = later[name]
        }
    }

    /// Gives it the name that `cue` has for it, in place of that of its first ad.
    mutating func rename(by cue: Cue) {
        isOneAd = false
        guard let index = channels.firstIndex(where: { $0.source == cue.source }) else { return }
        if let old = channels[index].id { enclose(old, at: index) }
        channels[index].id = cue.id
    }

    /// So many names of its ads are kept.
    private static let mostInner = 64

    private mutating func enclose(_ id: String, at index: Int) {
        if channels[index].inner.count < Self.mostInner { channels[index].inner.insert(id) }
    }
}

extension Cue.Source {
    /// The order of exactness, the most exact one first.
    var rank: Int {
        switch self {
        case .scte35: 0
        case .hls: 1
        case .id3: 2
        case .vorbis: 3
        case .icy: 4
        case .nowPlaying: 5
        case .silence: 6
        case .interval: 7
        case .adTag: 8
        }
    }
}
