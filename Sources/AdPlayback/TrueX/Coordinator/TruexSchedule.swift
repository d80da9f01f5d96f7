import MediaTime

/// All pods of a stream and their progress.
package struct TruexSchedule: Hashable, Sendable {
    /// In stream order, without empty pods.
    package private(set) var pods: [TruexPod] = []

    /// Pods that are over. A listener who reaches one again skips it.
    package private(set) var played: Set<TruexPod.ID>

    /// Stops whose unit was started.
    private var spent: Set<TruexStop.ID> = []

    /// Stops that got no ad, or none in time.
    private var unanswered: Set<TruexStop.ID> = []

    init(played: Set<TruexPod.ID> = []) {
        self.played = played
    }

    /// Replaces the pods, but keeps the pod with the id `kept`.
    mutating func replacePods(with pods: [TruexPod], keeping kept: TruexPod.ID?) {
        var known: Set<TruexPod.ID> = []
        var next = pods.filter { !$0.isEmpty && known.insert($0.id).inserted }
        if let kept, !known.contains(kept), let pod = self[kept] { next.append(pod) }
        self.pods = next.sorted { ($0.range.start, $0.id) < ($1.range.start, $1.id) }
        forgetOthers()
    }

    /// The limit of remembered pods that left the schedule and may return.
    static let memoryLimit = 2000

    /// Forgets the progress of removed pods beyond the limit, because an endless stream always has
    /// new ones.
    private mutating func forgetOthers() {
        guard played.count + spent.count + unanswered.count > Self.memoryLimit else { return }
        let known = Set(pods.map(\.id))
        played.formIntersection(known)
        spent = spent.filter { known.contains($0.pod) }
        unanswered = unanswered.filter { known.contains($0.pod) }
    }

    mutating func markPlayed(_ pod: TruexPod.ID) { played.insert(pod) }

    mutating func markSpent(_ stop: TruexStop.ID) { spent.insert(stop) }

    mutating func markUnanswered(_ stop: TruexStop.ID) { unanswered.insert(stop) }

    /// Lets stops without an ad ask again.
    mutating func forgetUnanswered() { unanswered = [] }

    func isPlayed(_ pod: TruexPod) -> Bool { played.contains(pod.id) }

    /// Whether a placeholder has nothing to show, now or later.
    func isSpent(_ stop: TruexStop) -> Bool {
        stop.kind == .unusable || spent.contains(stop.id) || unanswered.contains(stop.id)
    }

    /// The kind of a stop; `nil` if the schedule no longer has it.
    package func kind(of stop: TruexStop.ID) -> TruexPod.Kind? {
        guard let ads = self[stop.pod]?.ads, ads.indices.contains(stop.ad) else { return nil }
        return ads[stop.ad].kind
    }

    subscript(id: TruexPod.ID) -> TruexPod? { pods.first { $0.id == id } }

    /// Whether a stream at `position` is at this stop or reaches it next.
    func isNext(_ stop: TruexStop.ID, at position: FrameTime) -> Bool {
        if let pod = pod(at: position), !isPlayed(pod),
            let here = pod.stops.first(where: { $0.isAt(position) && !isSpent($0) })
        {
            return here.id == stop
        }
        return nextStop(after: position)?.id == stop
    }

    /// The pod that contains the frame.
    func pod(at position: FrameTime) -> TruexPod? {
        pods.first { $0.range.contains(position) }
    }

    /// The first stop after the frame in a pod that was not played.
    func nextStop(after position: FrameTime) -> TruexStop? {
        unplayed.lazy.flatMap(\.stops).first { $0.range.start > position && !isSpent($0) }
    }

    /// The pods that were not played and begin after `place`: the frames until each, and its ads.
    package func coming(from place: FrameTime) -> [(frameCount: Int, spotCount: Int)] {
        unplayed.filter { $0.range.start > place }.map { ($0.range.start - place, $0.ads.count) }
    }

    var unplayed: [TruexPod] { pods.filter { !isPlayed($0) } }
}
