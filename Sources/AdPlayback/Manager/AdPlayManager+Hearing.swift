import Advertising
import MediaTime

extension AdPlayManager {
    /// Says all that is due now that everything before `time` was heard, in the order of frames.
    mutating func passMarks(before time: FrameTime, _ outbox: inout Outbox) {
        let marks = activeSpots.flatMap { player in
            (outbox.range(of: player).map { untoldMarks(of: player, in: $0) } ?? [])
                .filter { $0.due <= time }.map { (token: player.token, mark: $0) }
        }
        // Those of two spots that crossfade alternate. At one frame the earlier spot comes first.
        let sorted = marks.enumerated().sorted {
            ($0.element.mark.due, $0.offset) < ($1.element.mark.due, $1.offset)
        }
        for (_, (token, mark)) in sorted { pass(mark, of: token, &outbox) }
    }

    private mutating func pass(_ mark: SpotMark, of token: PlayToken, _ outbox: inout Outbox) {
        guard let index = index(of: token) else { return }
        activeSpots[index].toldMarks.insert(mark.kind)
        switch mark.kind {
        case .started: begin(at: index, mark.frame, &outbox)
        case .firstAudible: log(.slotFirstAudible, mark.frame, at: index, &outbox)
        case .impression: log(.slotImpression, mark.frame, at: index, &outbox)
        case .firstQuartile: log(.slotFirstQuartile, mark.frame, at: index, &outbox)
        case .midpoint: log(.slotMidpoint, mark.frame, at: index, &outbox)
        case .skippable: log(.slotSkippable, mark.frame, at: index, &outbox)
        case .thirdQuartile: log(.slotThirdQuartile, mark.frame, at: index, &outbox)
        case .progress(let offset): log(.slotProgress(offset), mark.frame, at: index, &outbox)
        case .ended: finish(at: index, mark.frame, &outbox)
        }
    }

    private mutating func begin(at index: Int, _ frame: FrameTime, _ outbox: inout Outbox) {
        let isAd = activeSpots[index].bumper == nil
        if isAd {
            openBreak?.begunCount += 1
            activeSpots[index].isHandedOut = true
        }
        if let window = window(of: activeSpots[index]), window.joint != .replaced {
            marked.starts[window.number] = marked.starts[window.number] ?? frame
        }
        if openBreak?.stage != .started {
            openBreak?.stage = .started
            outbox.log(.breakStarted, of: openBreak?.id, at: frame)
            outbox.send(.adPlayStarted)
        }
        log(.slotStarted(decibels: activeSpots[index].decibels), frame, at: index, &outbox)
        if isAd {
            clickable.showBanner(of: activeSpots[index].advertisement)
            outbox.send(.showBanner(activeSpots[index].advertisement))
        }
        if outbox.context.output == .running { arm(activeSpots[index], &outbox) }
    }

    private mutating func finish(at index: Int, _ frame: FrameTime, _ outbox: inout Outbox) {
        let player = activeSpots.remove(at: index)
        // A slate is never whole.
        let isWhole =
            player.bumper != .slate
            && outbox.range(of: player)?.count == player.audio?.frameCount
        callOff(player, &outbox)
        switch player.pendingEnd {
        case .fail(let failure): end(player, .failed(failure), at: frame, &outbox)
        case .skip where !isWhole: end(player, .skipped(.listener), at: frame, &outbox)
        case .breakOver where !isWhole && player.bumper != .slate,
            nil where !isWhole && player.bumper != .slate:
            end(player, .skipped(.breakOver), at: frame, &outbox)
        case .skip, .drop, .breakOver, nil: end(player, .played, at: frame, &outbox)
        }
        // The next one's banner takes this one's place, where it joins or is heard already. That of an
        // ad before it has given way to its own.
        let next = activeSpots[index...].first { $0.bumper == nil }.flatMap(outbox.range)
        if next.map({ $0.start > frame }) ?? true { takeBannerDown(&outbox) }
        endBreakIfOver(at: frame, &outbox)
    }

    private func log(
        _ kind: AdEvent.Kind, _ frame: FrameTime, at index: Int, _ outbox: inout Outbox
    ) {
        outbox.log(kind, of: openBreak?.id, activeSpots[index], at: frame)
    }
}
