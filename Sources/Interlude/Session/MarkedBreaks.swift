import AdCues
import AdPlayback
import Advertising
import MediaTime

/// The breaks that the stream marks: finds them in its cues, chooses the spots that fill them, and
/// hands them to the ad-play manager before they begin.
///
/// All frames are of the programme, if nothing else is said.
struct MarkedBreaks: Sendable {
    private var book: CueBook
    private var fill: FillRotation
    private let sources: Set<Cue.Source>

    /// How many spots were handed over, by the numbers of breaks that are not over.
    private var spotCounts: [Int: Int] = [:]

    /// Where the last break with spots ended. The listener has to be past it before the ad-play
    /// manager knows.
    private var lastEnd: FrameTime?

    /// How long before its start a break is handed over, so that its spots can be loaded.
    static let notice = 10 * FrameTime.rate

    /// How long before its start a break is handed over at the latest, also right after another.
    static let leastNotice = 2 * FrameTime.rate

    /// How long a break that has begun waits for the lengths of spots.
    static let patience = 5 * FrameTime.rate

    init(_ markers: StreamMarkers?) {
        let markers = markers ?? .none
        book = CueBook(rules: CueRules(markers.joining))
        fill = FillRotation(markers.fill)
        sources = Set(markers.carriers.flatMap(\.sources))
    }

    /// Begins to learn the lengths of the spots that fill breaks.
    mutating func begin(_ outbox: inout SessionOutbox) {
        for (index, spot) in fill.takeUnmeasured() {
            outbox.send(.measureFill(index: index, spot))
        }
    }

    /// Forgets the breaks of a stream that another one replaces.
    mutating func forgetStream() {
        book = CueBook(rules: book.rules)
        spotCounts = [:]
        lastEnd = nil
    }

    /// The place at which ``advance(to:heard:_:)`` has to be called, at the latest; `nil` if nothing
    /// happens by itself.
    var nextPlace: FrameTime? {
        let due = known.first { spotCounts[$0.number] == nil }
        let handOver = due.map { max(handOverPlace(of: $0), book.now + 1) }
        return [book.deadline, handOver].compactMap { $0 }.min()
    }

    /// The breaks that are known and have not begun: the frames until each from `place` on, and the
    /// number of its spots, 0 while they are not chosen.
    func coming(from place: FrameTime) -> [(frameCount: Int, spotCount: Int)] {
        book.announced.map { (max(0, $0.begin - place), spotCounts[$0.number] ?? 0) }
    }

    /// Takes the cues that have become known. The listener is at `place`, and has heard everything
    /// before output frame `heard`.
    mutating func receive(
        _ cues: [Cue], at place: FrameTime, heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        for cue in cues {
            guard sources.contains(cue.source) else {
                log("cue.ignored", cue, at: heard, reason: "off", &outbox)
                continue
            }
            let news = book.receive(cue)
            log(cue, news.first, at: heard, &outbox)
            act(on: news, &outbox)
        }
        advance(to: place, heard: heard, &outbox)
    }

    /// Records that the listener has reached `place`.
    mutating func advance(
        to place: FrameTime, heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        act(on: book.advance(to: place), &outbox)
        handOverDue(at: place, heard: heard, &outbox)
    }

    /// Records the length of a spot that fills breaks; `nil` if it could not be loaded.
    mutating func noteFill(
        frameCount: Int?, of index: Int, at place: FrameTime?, heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        fill.note(frameCount: frameCount, of: index)
        if let place { handOverDue(at: place, heard: heard, &outbox) }
    }

    private mutating func act(on news: [BreakNews], _ outbox: inout SessionOutbox) {
        for item in news {
            switch item {
            case .changed(let one), .extended(let one), .shortened(let one):
                guard spotCounts[one.number, default: 0] > 0 else { break }
                outbox.post(.advertisements(.breakMoved(window(of: one))))
                outbox.wantSwitch()
            case .ended(let one, let ending): end(one, ending.ofWindow, &outbox)
            case .cancelled(let one): end(one, .cancelled, &outbox)
            case .dropped(let one, _): end(one, .cancelled, &outbox)
            case .merged, .ignored, .announced, .started: break
            }
        }
    }

    private mutating func end(
        _ one: StreamBreak, _ ending: BreakWindow.Ending, _ outbox: inout SessionOutbox
    ) {
        guard let count = spotCounts.removeValue(forKey: one.number), count > 0 else { return }
        lastEnd = book.now
        outbox.post(.advertisements(.breakOver(number: one.number, ending)))
        outbox.wantSwitch()
    }

    /// Hands over the breaks that begin soon, and the one that has begun.
    private mutating func handOverDue(
        at place: FrameTime, heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        for one in known where spotCounts[one.number] == nil && handOverPlace(of: one) <= place {
            let window = window(of: one)
            let spots = fill.choose(for: window.end - max(window.begin, place))
            spotCounts[one.number] = spots.count
            if spots.isEmpty {
                outbox.log(
                    "break.dropped", at: heard,
                    [
                        "spots": .integer(0),
                        "reason": .string(AdEvent.NotUsedReason.nothingFits.rawValue),
                    ])
            } else {
                outbox.post(.breakMarked(window, spots))
            }
            // A spot that could not be loaded gets another chance.
            begin(&outbox)
        }
    }

    /// The break that is open, and those that have not begun.
    private var known: [StreamBreak] { (book.open.map { [$0] } ?? []) + book.announced }

    /// Where a break is handed over: after the end of the one before it, if that leaves time to load
    /// spots. Handed over earlier, the two would be one break for the ad-play manager.
    private func handOverPlace(of one: StreamBreak) -> FrameTime {
        let place = fill.isMeasuring ? one.begin + Self.patience : one.begin - Self.notice
        let before = known.last { $0.begin < one.begin && spotCounts[$0.number, default: 0] > 0 }
        guard let end = before?.end(by: book.rules) ?? lastEnd,
            one.begin - end >= Self.leastNotice
        else { return place }
        return max(place, end + 1)
    }

    private func window(of one: StreamBreak) -> BreakWindow {
        BreakWindow(number: one.number, begin: one.begin, end: one.end(by: book.rules))
    }
}

extension StreamMarkers {
    /// No marker starts a break.
    static var none: StreamMarkers {
        var markers = StreamMarkers()
        markers.carriers = []
        return markers
    }
}

extension StreamMarkers.Carrier {
    /// The sources of cues that come over the carrier.
    fileprivate var sources: [Cue.Source] {
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
    fileprivate init(_ joining: StreamMarkers.Joining) {
        self.init()
        self.joining =
            switch joining {
            case .full: .full
            case .partial: .partial
            case .none: .none
            }
    }
}

extension BreakNews.Ending {
    fileprivate var ofWindow: BreakWindow.Ending {
        switch self {
        case .whole, .unmarked: .whole
        case .early: .early
        case .cancelled: .cancelled
        }
    }
}
