import AdCues
import AdPlayback
import Advertising
import MediaTime

/// The media that the stream names for its breaks.
extension MarkedBreaks {
    /// Takes the assets that a request has led to; none if it has failed.
    mutating func noteAssets(
        _ spots: [Advertisement], of request: Int, at moment: ListenerMoment?,
        _ outbox: inout SessionOutbox
    ) {
        var decision = AdDecision()
        decision.spots = spots
        guard assets.note(decision, of: request, at: moment?.heard ?? .zero) else {
            _ = assets.takeOvertaken(request)
            return
        }
        guard let moment else { return }
        advance(to: moment, &outbox)
    }

    /// Takes the ids of spots that were handed over.
    mutating func noteHandedOver(_ spots: [Advertisement], of number: Int) {
        assets.number(spots, of: number)
    }

    /// Follows the spots of breaks that have assets. The programme is at `place`.
    mutating func note(_ event: AdEvent, at place: FrameTime?, _ outbox: inout SessionOutbox) {
        if let number = assets.note(event) { topUp(number, at: event.frame, &outbox) }
        for number in assets.takeFinished() {
            outbox.post(.advertisements(.breakOver(number: number, .whole)))
        }
        for told in assets.takeNews() { outbox.post(.breakTold(told)) }
        guard case .breakEnded = event.kind, let place,
            let target = assets.takeReturn(from: place)
        else { return }
        outbox.post(.resume(at: target))
    }

    /// Takes a cue that says more about an interstitial that is heard, as a limit that ends it early, or
    /// takes it back.
    mutating func amend(_ cue: Cue, _ outbox: inout SessionOutbox) {
        guard let one = assets.heardBreak(namedBy: cue) else { return }
        if cue.kind == .cancel {
            assets.forget(one.number)
            outbox.post(.advertisements(.breakOver(number: one.number, .cancelled)))
            return outbox.wantSwitch()
        }
        guard let interstitial = cue.interstitial else { return }
        assets.amend(one.number, interstitial)
        outbox.post(.advertisements(.breakMoved(window(of: one, with: interstitial))))
        outbox.wantSwitch()
    }

    /// Where a seek of the listener from `place` to `target` leads: to the last break between the two
    /// that must not be jumped over.
    func target(ofSeek target: FrameTime, from place: FrameTime) -> FrameTime {
        let crossed = book.announced.last { one in
            one.interstitial?.restrictions.contains(.jump) == true && one.begin > place
                && one.begin <= target
        }
        return crossed?.begin ?? target
    }
}
