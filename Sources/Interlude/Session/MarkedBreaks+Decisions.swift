import AdCues
import AdPlayback
import Advertising
import MediaTime

/// The ads that servers decide on for the breaks that the stream marks.
extension MarkedBreaks {
    /// Asks for what plays in `one`: the assets that the stream lists for it, or ads.
    mutating func ask(
        for one: StreamBreak, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        let request = assets.ask(for: one)
        var opportunity = AdOpportunity(
            duration: one.duration, position: one.position, privacy: markers.privacy)
        switch one.interstitial?.asset {
        case .decision(let number):
            opportunity = AdOpportunity(
                plannedBreak: number, position: one.position, privacy: markers.privacy)
        case nil: break
        case .list, .playlist:
            guard let interstitial = one.interstitial else { return }
            return outbox.send(.listAssets(request: request, interstitial))
        }
        let duration = opportunity.duration
        var record = EventRecord(
            "decision.requested", at: heard,
            ["request": .integer(Int64(request)), "streamFrame": .integer(one.begin.frames)])
        if let duration { record.add("duration", .decimal(duration.inSeconds)) }
        outbox.write([record])
        outbox.send(.decideAds(request: request, opportunity))
    }

    /// Takes the ads that a request has led to; none if it has failed. The answer to a request that was
    /// called off counts as none.
    mutating func noteDecision(
        _ decision: AdDecision, of request: Int, at moment: ListenerMoment?, heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        let isAwaited = assets.note(decision, of: request, at: heard)
        guard isAwaited || assets.takeOvertaken(request) else { return }
        for hop in decision.hops {
            var record = EventRecord(
                "decision.hop", at: heard,
                [
                    "request": .integer(Int64(request)), "url": .string(hop.address),
                    "depth": .integer(Int64(hop.depth)),
                ])
            if let code = hop.code { record.add("code", .integer(Int64(code))) }
            if let reason = hop.reason { record.add("reason", .string(reason)) }
            outbox.write([record])
        }
        if let failure = decision.failure {
            outbox.log(
                failure.isNoAd ? "decision.noAd" : "decision.failed", at: heard,
                [
                    "request": .integer(Int64(request)), "code": .integer(Int64(failure.code)),
                    "reason": .string(failure.words),
                ])
        } else {
            outbox.log(
                "decision.received", at: heard,
                [
                    "request": .integer(Int64(request)),
                    "ads": .integer(Int64(decision.spots.count)),
                ])
        }
        outbox.post(.adReports(decision.reports))
        guard isAwaited else {
            for spot in decision.spots {
                outbox.post(.adLeftOut(LeftOutAd(spot: spot, reason: .late)))
            }
            return
        }
        guard let moment else { return }
        advance(to: moment, &outbox)
    }

    /// The frame at which the list or the ads of `one` have to be requested; `nil` if none have to be,
    /// or may be yet.
    func askPlace(of one: StreamBreak) -> FrameTime? {
        let asksAdServers = one.interstitial?.isDecided ?? true
        guard !asksAdServers || markers.privacy.allowsRequests else { return nil }
        return assets.askPlace(of: one)
    }

    /// Whether ads are still to come for a break at `end`, the end of the stream, which `listener` may not
    /// have reached. The end that a stream does not declare is known only once all of it is decoded:
    /// late for the listener in real time, and long before in virtual time.
    func awaitsAds(at end: FrameTime, for listener: FrameTime?) -> Bool {
        let isAhead = listener.map { $0 < end } ?? false
        if isAhead, planned.hasBreak(at: end) { return true }
        return known.contains { one in
            guard one.begin >= end, window(of: one).joint == .inserted else { return false }
            return assets.isAsked(for: one.number)
                || isAhead && handed.spotCounts[one.number] == nil
        }
    }

    /// Why a credit or the rules of the operator leave out a break, for which the stream names no media
    /// of its own; `nil` if they do not. `isHandOver` is whether it is handed over otherwise, and not
    /// only asked for.
    func reasonToLeaveOut(
        _ one: StreamBreak, isHandOver: Bool, at moment: ListenerMoment
    ) -> AdEvent.NotUsedReason? {
        // It is heard already.
        if placed.isHeard(in: one.number) { return nil }
        guard one.interstitial?.isDecided ?? true else { return nil }
        if isPaid(one, at: moment) { return .credited }
        let allowed = assets.pacing.allowsBreak(
            at: outputBegin(of: one, at: moment), heard: moment.heard,
            waitingCount: isHandOver ? assets.waitingCount : 0)
        return !allowed || isHandOver && followsTooSoon(one) ? .tooSoon : nil
    }

    /// Whether a credit pays for what the media that the stream names for a break leave of it: nothing else
    /// is heard there.
    func isRestPaid(of one: StreamBreak, at moment: ListenerMoment) -> Bool {
        one.interstitial?.isDecided == false && isPaid(one, at: moment)
    }

    private func isPaid(_ one: StreamBreak, at moment: ListenerMoment) -> Bool {
        moment.paidUntil.map { outputBegin(of: one, at: moment) < $0 } ?? false
    }

    /// Leaves out a break for this reason. A push in it takes place by itself.
    mutating func leaveOut(
        _ one: StreamBreak, _ reason: AdEvent.NotUsedReason, at moment: ListenerMoment,
        _ outbox: inout SessionOutbox
    ) {
        handed.spotCounts[one.number] = 0
        handed.leftOut.insert(one.number)
        callOff(one.number, because: reason == .credited ? .credited : .tooSoon, &outbox)
        logDrop(of: one, reason, at: moment.heard, &outbox)
        joinPushes(at: moment, &outbox)
    }

    /// Whether the spots of the break before, which are not over, end too short a time before `one`.
    private func followsTooSoon(_ one: StreamBreak) -> Bool {
        let interval = markers.adRules.interval.frameCount
        guard interval > 0, let before = handedOver(before: one),
            assets.awaitsEnd(of: before.number)
        else { return false }
        let window = window(of: before)
        let unfilled = assets.rest(
            of: before.number, upTo: fillEnd(of: before, in: window), in: window)
        let end = before.end(by: book.rules) - (unfilled ?? 0)
        return one.begin - end < interval
    }

    /// The output frame at which a break begins, if nothing comes between.
    func outputBegin(of one: StreamBreak, at moment: ListenerMoment) -> FrameTime {
        moment.heard + max(0, one.begin - moment.place)
    }

    /// Takes what the listener allows from now on. When servers may be asked stays as it was: the
    /// operator decides on that.
    mutating func setPrivacy(_ privacy: AdPrivacy, _ outbox: inout SessionOutbox) {
        let timing = markers.privacy.timing
        markers.privacy = privacy
        markers.privacy.timing = timing
        requestPlan(&outbox)
    }

    /// Calls off what was requested and decided for a break, unless for another `reason` because the
    /// stream takes it back: nobody hears of its ads, but that they were not used.
    mutating func callOff(
        _ number: Int, because reason: LeftOutAd.Reason = .breakCancelled,
        _ outbox: inout SessionOutbox
    ) {
        let calledOff = assets.callOff(number)
        if let request = calledOff.request { outbox.send(.cancelRequest(request)) }
        for spot in calledOff.spots {
            outbox.post(.adLeftOut(LeftOutAd(spot: spot, reason: reason)))
        }
    }
}

extension StreamBreak {
    /// Where it is in the programme, as its marker says.
    fileprivate var position: AdOpportunity.Position {
        let triggers = interstitial?.triggers ?? []
        if triggers.contains(.pre) || insertion == .preroll { return .preroll }
        return triggers.contains(.post) ? .postroll : .midroll
    }
}
