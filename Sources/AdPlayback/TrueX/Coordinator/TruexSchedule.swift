import MediaTime

/// All pods of a stream, and what has become of them.
package struct TruexSchedule: Hashable, Sendable {
    /// In the order of the stream; none of them is empty.
    package private(set) var pods: [TruexPod] = []

    /// Pods that are over: a listener who runs into one again is taken past it.
    package private(set) var played: Set<TruexPod.ID> = []

    /// Stops whose unit was started.
    private var spent: Set<TruexStop.ID> = []

    /// Stops for which there was no ad, or none in time.
    private var unanswered: Set<TruexStop.ID> = []

    init() {}

    /// Takes other pods, and keeps those of `kept` if they are not among them.
    mutating func replacePods(with pods: [TruexPod], keeping kept: TruexPod.ID?) {
        var known: Set<TruexPod.ID> = []
        var next = pods.filter { !$0.isEmpty && known.insert($0.id).inserted }
        if let kept, !known.contains(kept), let pod = self[kept] { next.append(pod) }
        self.pods = next.sorted { ($0.range.start, $0.id) < ($1.range.start, $1.id) }
        forgetOthers()
    }

    /// How much is remembered of pods that are gone, and may come back.
    static let memoryLimit = 2000

    /// Forgets what became of pods that are gone, once there are many: a stream that never ends has
    /// ever new ones.
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

    /// What was not to be had may be by now.
    mutating func forgetUnanswered() { unanswered = [] }

    func isPlayed(_ pod: TruexPod) -> Bool { played.contains(pod.id) }

    /// Whether there is nothing to be shown at a placeholder, now or any more.
    func isSpent(_ stop: TruexStop) -> Bool {
        stop.kind == .unusable || spent.contains(stop.id) || unanswered.contains(stop.id)
    }

    /// What is in the place of this stop; `nil` if there is none any more.
    package func kind(of stop: TruexStop.ID) -> TruexPod.Kind? {
        guard let ads = self[stop.pod]?.ads, ads.indices.contains(stop.ad) else { return nil }
        return ads[stop.ad].kind
    }

    subscript(id: TruexPod.ID) -> TruexPod? { pods.first { $0.id == id } }

    /// Whether this is still the next unit that a stream at `position` comes to, or is at.
    func isNext(_ stop: TruexStop.ID, at position: FrameTime) -> Bool {
        if let pod = pod(at: position), !isPlayed(pod),
            let here = pod.stops.first(where: { $0.isAt(position) && !isSpent($0) })
        {
            return here.id == stop
        }
        return nextStop(after: position)?.id == stop
    }

    /// The pod that this frame is in.
    func pod(at position: FrameTime) -> TruexPod? {
        pods.first { $0.range.contains(position) }
    }

    /// The first stop of a pod that was not played and that starts after this frame.
    func nextStop(after position: FrameTime) -> TruexStop? {
        unplayed.lazy.flatMap(\.stops).first { $0.range.start > position && !isSpent($0) }
    }

    var unplayed: [TruexPod] { pods.filter { !isPlayed($0) } }
}
