import AdPlayback
import Advertising
import MediaTime

/// Tells ad servers what is heard of the ads that are part of the stream, by its schedule.
///
/// Each event of an ad is told once, however often the ad is heard.
struct StitchedAds: Hashable, Sendable {
    /// The pods of which servers want to learn, in the order of the stream.
    private(set) var pods: [TruexPod] = []

    /// The programme frames that were heard without a gap, up to now; `nil` if nothing was. A pause
    /// makes no gap.
    private var heard: FrameRange?

    /// What was told, by ad and by break.
    private var told: [Place: Set<Mark.Kind>] = [:]

    /// The pods that an earlier session has played.
    private let played: Set<TruexPod.ID>

    /// Whether the listener has turned the volume down to nothing.
    private var isMuted = false

    /// How many programme frames of each ad around ``heard`` passed at volume 0.
    private var mutedCounts: [Place: Int] = [:]

    /// The ad that stands still, and of which that was told.
    private var paused: Place?

    /// An ad of a pod, or with `ad` `nil` the pod itself.
    struct Place: Hashable, Sendable {
        let pod: TruexPod.ID
        /// Counted from 0.
        var ad: Int?
    }

    /// An event for ad servers.
    struct Told: Hashable, Sendable {
        let kind: String
        let addresses: [String]
        /// The output frame.
        let frame: FrameTime
        let subject: Beacon.StreamAd
        let documentAddress: String?
    }

    /// `played` are the pods that an earlier session has played.
    init(played: Set<TruexPod.ID> = []) {
        self.played = played
    }

    /// How many ads and breaks that left the schedule are remembered.
    static let memoryLimit = 2000

    /// The schedule has these pods now, in programme frames.
    mutating func replacePods(with pods: [TruexPod]) {
        self.pods = pods.filter { !$0.isEmpty && $0.hasTracking && !played.contains($0.id) }
            .sorted { ($0.range.start, $0.id) < ($1.range.start, $1.id) }
        // A schedule that is read again in a pause may have fewer ads.
        if let place = paused, !has(place) { paused = nil }
        guard told.count > Self.memoryLimit else { return }
        let known = Set(pods.map(\.id))
        told = told.filter { known.contains($0.key.pod) }
    }

    /// Forgets the pods: another source plays.
    mutating func leaveSchedule() {
        pods = []
        interrupt()
    }

    /// The programme is not heard for a while, or continues elsewhere.
    mutating func interrupt() {
        (heard, mutedCounts, paused) = (nil, [:], nil)
    }

    /// The programme frames of `part` were heard, the first one at output frame `output`.
    mutating func hear(_ part: FrameRange, at output: FrameTime) -> [Told] {
        if heard?.end != part.start { interrupt() }
        let range = FrameRange(heard?.start ?? part.start, part.end)
        heard = range
        let places = places(in: part)
        countMuted(part, of: places)
        let due = places.flatMap { marks(of: $0, in: range, mutedCount: mutedCounts[$0] ?? 0) }
            .filter { $0.mark.due <= part.end && told[$0.place]?.contains($0.mark.kind) != true }
            .sorted { $0.mark.precedes($1.mark) }
        var events = resume(at: output)
        for (place, mark) in due {
            told[place, default: []].insert(mark.kind)
            // The place of an ad of a live stream can turn out to be slightly earlier.
            let frame = output + max(0, mark.frame - part.start)
            events += event(mark.kind, of: place, at: frame)
        }
        return events
    }

    /// The listener's volume, as a factor.
    mutating func note(volume: Float, at frame: FrameTime) -> [Told] {
        let wasMuted = isMuted
        isMuted = volume <= 0
        guard isMuted != wasMuted, let place = current else { return [] }
        return event(isMuted ? "mute" : "unmute", of: place, at: frame)
    }

    /// The listener, or the sound server, has paused the programme.
    mutating func pause(at frame: FrameTime) -> [Told] {
        guard let place = current, paused == nil else { return [] }
        paused = place
        return event("pause", of: place, at: frame)
    }

    private mutating func resume(at frame: FrameTime) -> [Told] {
        guard let place = paused.take() else { return [] }
        return event("resume", of: place, at: frame)
    }

    /// The first programme frame after `position` that has to be reported once everything before it
    /// was heard; `nil` if there is none.
    func nextPlace(after position: FrameTime) -> FrameTime? {
        guard !pods.isEmpty else { return nil }
        let start = heard?.end == position ? heard?.start : nil
        let range = FrameRange(start ?? position, .distantFuture)
        let here = places(in: FrameRange(position, count: 1)).flatMap { place in
            marks(of: place, in: range, mutedCount: start == nil ? 0 : mutedCounts[place] ?? 0)
        }.map(\.mark.due)
        // Pods do not overlap, so nothing comes before the second one that is not over.
        let later = pods.lazy.filter { $0.range.end > position }.prefix(2)
            .flatMap { pod in [pod.range.start] + pod.ads.map(\.range.start) }
            .filter { $0 >= position }.map { $0 + 1 }
        return (here + later).filter { $0 > position }.min()
    }
}

extension StitchedAds {
    /// How far a place may move while the clocks of the station and the device are compared.
    private static let tolerance = FrameTime.rate

    /// The breaks and ads that `part` is in, or has just left.
    private func places(in part: FrameRange) -> [Place] {
        pods.flatMap { pod -> [Place] in
            guard pod.range.reaches(part, within: Self.tolerance) else { return [] }
            let ads = pod.ads.indices.filter {
                let range = pod.ads[$0].range
                return !range.isEmpty && range.reaches(part, within: Self.tolerance)
            }
            return [Place(pod: pod.id)] + ads.map { Place(pod: pod.id, ad: $0) }
        }
    }

    private func pod(_ id: TruexPod.ID) -> TruexPod? { pods.first { $0.id == id } }

    private func has(_ place: Place) -> Bool {
        pod(place.pod).map { pod in place.ad.map(pod.ads.indices.contains) ?? true } ?? false
    }

    /// The ad that is heard; `nil` if there is none, or it is told to its end.
    private var current: Place? {
        guard let heard else { return nil }
        return places(in: FrameRange(heard.end, count: 1)).first { place in
            guard let index = place.ad, let range = pod(place.pod)?.ads[index].range else {
                return false
            }
            return range.contains(heard.end) && range.contains(heard.end - 1)
                && told[place]?.contains(.complete) != true
        }
    }

    /// Counts what passes of ads at volume 0, which makes no impression.
    private mutating func countMuted(_ part: FrameRange, of places: [Place]) {
        mutedCounts = mutedCounts.filter { places.contains($0.key) }
        guard isMuted else { return }
        for place in places {
            guard let index = place.ad, let ad = pod(place.pod)?.ads[index].range else { continue }
            let count = min(ad.end, part.end) - max(ad.start, part.start)
            if count > 0 { mutedCounts[place, default: 0] += count }
        }
    }

    /// The marks of `place` if the programme frames of `range` are heard without a gap, `mutedCount`
    /// of them at volume 0, and the volume does not change.
    private func marks(
        of place: Place, in range: FrameRange, mutedCount: Int
    ) -> [(place: Place, mark: Mark)] {
        guard let pod = pod(place.pod) else { return [] }
        let marks =
            if let index = place.ad {
                Mark.ofAd(pod.ads[index], heard: range, mutedCount: mutedCount)
            } else {
                Mark.ofBreak(pod.range, heard: range)
            }
        return marks.filter { !isMuted || $0.kind != .impression }.map { (place, $0) }
    }

    private func event(_ kind: Mark.Kind, of place: Place, at frame: FrameTime) -> [Told] {
        guard case .progress(let offset) = kind else {
            return event(kind.name, of: place, at: frame)
        }
        return tell(kind.name, of: place, at: frame) { $0.addresses(forProgressTo: offset) }
    }

    private func event(_ name: String, of place: Place, at frame: FrameTime) -> [Told] {
        tell(name, of: place, at: frame) {
            name == Mark.Kind.impression.name ? $0.impressions : $0.addresses(for: name)
        }
    }

    private func tell(
        _ name: String, of place: Place, at frame: FrameTime,
        _ addresses: (AdTracking) -> [String]
    ) -> [Told] {
        guard let pod = pod(place.pod) else { return [] }
        let ad = place.ad.map { pod.ads[$0] }
        var tracking = AdTracking()
        tracking.events = pod.tracking ?? []
        let found = addresses(ad.map { $0.tracking ?? AdTracking() } ?? tracking)
        guard !found.isEmpty else { return [] }
        return [
            Told(
                kind: name, addresses: found, frame: frame,
                subject: Beacon.StreamAd(pod: pod.id, ad: place.ad, id: ad?.id),
                documentAddress: pod.documentAddress)
        ]
    }
}

extension FrameRange {
    /// Whether it has a frame of `other`, or ended no more than `count` frames before it.
    fileprivate func reaches(_ other: FrameRange, within count: Int) -> Bool {
        start < other.end && end + count > other.start
    }
}
