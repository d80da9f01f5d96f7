import AdPlayback
import Advertising
import MediaTime

extension InvariantChecker {
    mutating func checker(_ effect: Effect, of event: Event) {
        switch effect {
        case .load(let token, _, _):
            expect(loading.insert(token).inserted, "loads \(token.rawValue) twice")
        case .cancelLoad(let token):
            expect(loading.remove(token) != nil, "cancels \(token.rawValue), which does not load")
        case .armWatchdog(let token, let phase, _):
            armed.insert(Watchdog(token: token, phase: phase))
        case .disarmWatchdog(let token, let phase):
            armed.remove(Watchdog(token: token, phase: phase))
        case .lay(let layout): checker(layout, of: event)
        case .adPlayStarted:
            expect(!burstIsOn, "a burst starts in a burst")
            burstIsOn = true
        case .adPlayFinished:
            expect(burstIsOn, "a burst is finished that has not started")
            burstIsOn = false
        case .showBanner(let advertisement): banner = advertisement.id
        case .removeBanner:
            expect(banner != nil, "a banner is taken down twice")
            banner = nil
        case .report(let token, _, let status): pushed[token]?.reports.append(status)
        case .log(let event): checker(event)
        case .release, .focusChanged, .availableToObservers, .handOut, .clickReport, .viewReport,
            .pauseAllowed, .refuse:
            break
        }
    }

    /// Checks that a layout leaves the past alone, joins its spots, and replaces the stream for
    /// exactly their range.
    private mutating func checker(_ layout: BreakLayout, of event: Event) {
        let asked: FrameTime =
            switch event {
            case .switchable(let time): time
            default: .distantFuture
            }
        let frame = layout.validFrom
        expect(frame == max(asked, heardEnd), "laid from \(frame), asked for \(asked)")
        var joint: FrameTime?
        // Spots that have ended by then still have to be reported.
        let spots = layout.spots.filter { $0.range.end > frame }
        for spot in spots {
            let name = "spot \(spot.token.rawValue)"
            let known = truth.spots.first { $0.token == spot.token }
            expect(
                known == nil || known?.decibels == spot.decibels, "\(name) gets another gain")
            expect((-15...9).contains(spot.decibels), "\(name) gets \(spot.decibels) dB")
            if let known, known.range.start < frame {
                expect(spot.range.start == known.range.start, "\(name) has begun, and moves")
            } else {
                expect(spot.range.start >= frame, "\(name) begins in the past")
                let length = pushed[spot.token]?.frameCount
                expect(spot.range.count == length, "\(name) lasts \(spot.range.count)")
            }
            expect(joint == nil || joint == spot.range.start, "\(name) does not join")
            joint = spot.range.end
        }
        if let joint {
            expect(layout.breakRange?.end == joint, "the stream returns in or after a spot")
            expect(
                layout.breakRange.map { $0.start <= spots[0].range.start } ?? false,
                "the stream leaves in a spot")
        } else if let away = layout.breakRange, away.end >= frame {
            expect(away.end == frame, "the stream is away for nothing")
        }
        truth.lay(layout)
    }

    private mutating func checker(_ event: AdEvent) {
        guard let slot = event.slot else {
            judgeBreak(event)
            return
        }
        expect(pushed[slot] != nil, "speaks of spot \(slot.rawValue), which is over")
        var record = pushed[slot] ?? SpotRecord()
        expect(record.ends.isEmpty, "\(event.name) after the end of spot \(slot.rawValue)")
        switch event.kind {
        case .slotLoaded: loading.remove(slot)
        case .slotLoading: break
        case .slotStarted:
            expect(record.startedAt == nil, "spot \(slot.rawValue) starts twice")
            record.startedAt = event.frame
            record.lastMark = event.frame
        case .slotFirstAudible, .slotImpression, .slotFirstQuartile, .slotMidpoint, .slotProgress,
            .slotThirdQuartile, .slotSkippable,
            .slotPaused, .slotResumed:
            judgeMark(event, &record)
        case .slotCompleted:
            let length = record.startedAt.map { event.frame - $0 }
            expect(length == record.frameCount, "spot \(slot.rawValue) complete too early")
            end(slot, event, &record)
        case .slotSkipped: end(slot, event, &record)
        case .slotFailed:
            expect(blamed.contains(slot), "spot \(slot.rawValue) fails for another's fault")
            end(slot, event, &record)
        case .slotNotUsed(let reason):
            record.isHandedToApp = reason == .takenByApp
            end(slot, event, &record)
        case .breakAnnounced, .breakResolving, .breakReady, .breakStarted, .breakExtended,
            .breakChanged, .breakEndedEarly, .breakEnded, .breakCancelled, .breakDropped:
            break
        }
        pushed[slot] = record
    }

    private mutating func judgeMark(_ event: AdEvent, _ record: inout SpotRecord) {
        expect(record.startedAt != nil, "\(event.name) of a spot that has not started")
        expect(event.frame >= (record.lastMark ?? .zero), "\(event.name) goes back in time")
        record.lastMark = event.frame
    }

    private mutating func end(_ slot: PlayToken, _ event: AdEvent, _ record: inout SpotRecord) {
        record.ends.append(event.name)
        guard let id = event.breakID else { return }
        expect(openBreaks[id] != nil, "\(event.name) in a break that is over")
        switch event.kind {
        case .slotCompleted: openBreaks[id]?.played += 1
        case .slotSkipped: openBreaks[id]?.skipped += 1
        case .slotFailed: openBreaks[id]?.failed += 1
        default: openBreaks[id]?.notUsed += 1
        }
    }

    private mutating func judgeBreak(_ event: AdEvent) {
        guard let id = event.breakID else { return }
        switch event.kind {
        case .breakAnnounced:
            expect(openBreaks.isEmpty, "a break is announced in a break")
            openBreaks[id] = BreakTally()
        case .breakEnded(let tally), .breakCancelled(let tally, _):
            let counted = openBreaks[id]
            expect(counted == tally, "says \(tally) where \(String(describing: counted)) is due")
            openBreaks[id] = nil
        default: expect(openBreaks[id] != nil, "\(event.name) of a break that is over")
        }
    }
}
