import AdCues
import MediaTime

/// A break of a list of breaks (VMAP).
package struct PlannedBreak: Hashable, Sendable, Codable {
    /// Its place in all lists, from 1.
    package var number: Int
    /// As the list names it; `nil` if it does not.
    package var id: String?
    package var place: Place
    /// After how much of the programme it comes again; `nil` if it does not.
    package var repeatAfter: Duration?

    package enum Place: Hashable, Sendable, Codable {
        case at(FrameTime)
        /// From 0 to 1 of the programme, of which the length may be estimated; 1 is the end.
        case share(Double)
        case end

        /// Where it is in the programme, as of a marker of the stream.
        fileprivate var triggers: Set<Interstitial.Trigger> {
            switch self {
            case .at(.zero), .share(0): [.pre]
            case .share(1), .end: [.post]
            case .at, .share: []
            }
        }
    }

    package init(number: Int, id: String?, place: Place, repeatAfter: Duration? = nil) {
        self.number = number
        self.id = id
        self.place = place
        self.repeatAfter = repeatAfter
    }
}

/// The breaks of lists of breaks, until each is near. All frames are of the programme.
struct PlannedBreaks: Hashable, Sendable {
    private var waiting: [Entry] = []

    /// Whether the lists are requested.
    private(set) var request: Request

    enum Request: Hashable, Sendable {
        /// As soon as the listener allows it.
        case due
        case sent
        /// They belong to a source that was left.
        case over
    }

    init(_ request: Request = .due) { self.request = request }

    /// Returns whether the lists are to be requested, which is so once.
    mutating func takeRequest() -> Bool {
        guard request == .due else { return false }
        request = .sent
        return true
    }

    private struct Entry: Hashable, Sendable {
        var planned: PlannedBreak
        /// How often it was near already.
        var repetitionCount = 0
    }

    /// How long before its start a break becomes known: longer than servers are asked ahead.
    private static let notice = 60 * FrameTime.rate

    /// How long a break may still begin after its place, while its list and its ads are loaded.
    static let patience = Duration.seconds(12)

    /// How long one may that was known well before.
    private static let shortPatience = Duration.seconds(1)
    private static let enoughNotice = 10 * FrameTime.rate

    /// How long before the next one a break begins at the latest, so that the two do not become one.
    private static let distance = 3 * FrameTime.rate

    /// The most breaks that wait.
    static let limit = 1000

    mutating func add(_ breaks: [PlannedBreak]) {
        waiting += breaks.prefix(max(0, Self.limit - waiting.count)).map { Entry(planned: $0) }
    }

    /// The end of the programme.
    struct End: Hashable, ExpressibleByNilLiteral {
        /// As far as it is known.
        var known: FrameTime?

        /// As an MP3's tag or FFmpeg's estimate has it.
        var estimated: FrameTime?

        init(_ known: FrameTime?, estimated: FrameTime? = nil) {
            self.known = known
            self.estimated = estimated
        }

        init(nilLiteral: ()) {}

        /// The length that determines a share.
        var length: FrameTime? { [known, estimated].compactMap { $0 }.min() }
    }

    /// Removes and returns the breaks at a share of a programme whose length is not known.
    mutating func takeUnplaced(end: End) -> [PlannedBreak] {
        guard end.length == nil else { return [] }
        func isUnplaced(_ entry: Entry) -> Bool {
            guard case .share(let share) = entry.planned.place else { return false }
            return share > 0 && share < 1
        }
        defer { waiting.removeAll(where: isUnplaced) }
        return waiting.filter(isUnplaced).map(\.planned)
    }

    /// Where the next break becomes known; `nil` if none does.
    func nextPlace(end: End) -> FrameTime? {
        waiting.compactMap { place(of: $0, end) }.min().map { $0 - Self.notice }
    }

    /// Whether a break waits for the end of the programme, which is `end`.
    func hasBreak(at end: FrameTime) -> Bool {
        waiting.contains { place(of: $0, End(end)) == end }
    }

    /// Removes and returns the cues of the breaks that are near. Those are left out that the listener
    /// has passed, by more than it may take to load them.
    mutating func take(at place: FrameTime, end: End, isLive: Bool) -> [Cue] {
        let places = waiting.compactMap { self.place(of: $0, end) }
        var cues: [Cue] = []
        var rest: [Entry] = []
        for entry in waiting {
            guard let begin = self.place(of: entry, end), begin - Self.notice <= place else {
                rest.append(entry)
                continue
            }
            if begin + Self.patience.frameCount >= place {
                let patience =
                    begin - place < Self.enoughNotice ? Self.patience : Self.shortPatience
                // The next one is a break of its own.
                let next = places.filter { $0 > begin }.min() ?? .distantFuture
                let last = min(begin + patience.frameCount, next - Self.distance)
                cues.append(
                    cue(of: entry, from: max(begin, place), until: last, isLive: isLive))
            }
            guard let step = entry.planned.repeatAfter, step.frameCount > 0,
                entry.planned.place != .end
            else { continue }
            // The listener may have jumped over some.
            let passed = max(0, place - begin) / step.frameCount
            var next = entry
            next.repetitionCount += 1 + passed
            rest.append(next)
        }
        waiting = rest
        return cues.sorted { $0.position < $1.position }
    }

    /// The cue of a break at `begin`, which may begin until `last`.
    private func cue(
        of entry: Entry, from begin: FrameTime, until last: FrameTime, isLive: Bool
    ) -> Cue {
        let planned = entry.planned
        // Lists may give one name to several breaks.
        let name = "\(planned.number)"
        let id = entry.repetitionCount == 0 ? name : "\(name)/\(entry.repetitionCount)"
        var cue = Cue(
            id: id, .out(duration: .frames(max(1, last - begin))), at: begin, source: .adTag)
        if let id = planned.id { cue.fields["breakId"] = id }
        cue.interstitial = Interstitial(
            decision: planned.number, isInsertion: !isLive,
            triggers: entry.repetitionCount == 0 ? planned.place.triggers : [])
        return cue
    }

    private func place(of entry: Entry, _ end: End) -> FrameTime? {
        let first: FrameTime? =
            switch entry.planned.place {
            case .at(let frame): frame
            case .share(0): .zero
            case .share(let share) where share < 1:
                end.length.map {
                    FrameTime(
                        Int64(saturating: ($0.seconds * share * Double(FrameTime.rate)).rounded()))
                }
            case .share, .end: end.known
            }
        guard entry.repetitionCount > 0, let step = entry.planned.repeatAfter else { return first }
        return first.map { $0 + step.frameCount * entry.repetitionCount }
    }
}

/// The breaks that a list of an ad server plans.
extension MarkedBreaks {
    /// The end of the stream, as far as breaks may depend on it.
    private var plannedEnd: PlannedBreaks.End {
        PlannedBreaks.End(
            streamEnd.reached ?? streamEnd.declared, estimated: streamEnd.estimated)
    }

    /// Where the next planned break becomes known; `nil` if none does.
    var plannedPlace: FrameTime? {
        guard streamEnd.kind != nil else { return nil }
        return planned.nextPlace(end: plannedEnd).map { max($0, book.now + 1) }
    }

    /// Requests the lists of breaks of ad servers, if there are any and the listener allows it.
    mutating func requestPlan(_ outbox: inout SessionOutbox) {
        guard !markers.adSchedules.isEmpty, markers.privacy.allowsRequests, planned.takeRequest()
        else { return }
        outbox.send(.planBreaks(markers.privacy))
    }

    /// Takes the breaks of lists. Those that come after another source has begun are left out.
    mutating func plan(
        _ breaks: [PlannedBreak], at moment: ListenerMoment?, _ outbox: inout SessionOutbox
    ) {
        guard planned.request != .over else { return }
        planned.add(breaks)
        if let moment { advance(to: moment, &outbox) }
    }

    /// Marks the planned breaks that are near.
    mutating func followPlanned(at moment: ListenerMoment, _ outbox: inout SessionOutbox) {
        // Until its kind is known, a break may have to hold the stream or not.
        guard let kind = streamEnd.kind else { return }
        for unplaced in planned.takeUnplaced(end: plannedEnd) {
            outbox.warn(ofUnplaced: unplaced, at: moment.heard)
        }
        for cue in planned.take(at: moment.place, end: plannedEnd, isLive: kind == .live) {
            let news = book.receive(cue)
            log(cue, news.first, at: moment.heard, &outbox)
            act(on: news, at: moment.heard, &outbox)
        }
    }
}
