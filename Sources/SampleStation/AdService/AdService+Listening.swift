import Advertising

extension AdService {
    /// Starts listening (rule M5). From now on the session gets the stream's ads.
    mutating func play(
        _ request: PlayRequest, for id: String, at now: Duration
    ) throws(SessionError) -> StartListeningAnswer {
        var session = try session(id)
        let stream = try stream(request.streamId, for: id)
        let plan = manifest.advertising
        let base = session.base
        let preStream = spots(plan.preStream, base)
        let isDue = session.lastPreStream.map { now - $0 >= preStreamInterval } ?? true
        let count = isDue ? min(plan.preStreamCount, preStream.count) : 0

        session.streamID = stream.id
        if count > 0 { session.lastPreStream = now }
        sessions[id] = session
        return StartListeningAnswer(
            streamId: stream.id, streamerId: stream.streamer.id, mountPoint: stream.mountPoint,
            url: stream.url, needsToPlayPreStreamAd: count > 0, preStreamAdCount: count,
            preStreamAdList: preStream, inStreamSpotList: spots(plan.inStream, base),
            defaultSpotList: spots(plan.standard, base),
            fallbackSpotList: spots(plan.fallback, base),
            spotGroups: plan.groups.map {
                SpotGroup(id: $0.id, name: $0.name, spots: spots($0.spots, base))
            })
    }

    mutating func stop(_ id: String) throws(SessionError) {
        _ = try session(id)
        sessions[id]?.streamID = nil
    }

    /// Logs a finish report, and returns whether the spot may be played again.
    mutating func finish(
        _ report: FinishReport, for id: String
    ) throws(SessionError) -> FinishReply {
        let base = try session(id).base
        try checkSpot(report.advertisementId)
        log.add(report)
        guard let replacement = retired[report.advertisementId] else {
            return FinishReply(canBePlayedAgain: true, advertisement: nil)
        }
        return FinishReply(
            canBePlayedAgain: false,
            advertisement: replacement.flatMap { spot($0) }?.located(at: base))
    }

    mutating func click(_ report: ClickReport, for id: String) throws(SessionError) {
        _ = try session(id)
        try checkSpot(report.adId)
        guard spot(report.adId)?.bannerTargetURL != nil else {
            throw SessionError(.generic, "spot \(report.adId) has nothing to click")
        }
        log.add(report)
    }

    func spot(_ id: AdID) -> Advertisement? {
        manifest.spots.first { $0.serverID == id }
    }

    func checkSpot(_ id: AdID) throws(SessionError) {
        guard spot(id) != nil else { throw SessionError(.generic, "there is no spot \(id)") }
    }

    /// The spots with these ids. Retired spots are replaced or left out.
    private func spots(_ ids: [AdID], _ base: String) -> [Advertisement] {
        ids.compactMap { id in
            let played = retired[id] ?? id
            return played.flatMap { spot($0) }?.located(at: base)
        }
    }
}
