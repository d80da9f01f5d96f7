import MediaTime

extension CueBook {
    /// Takes a cue that has become known, wherever in the stream it takes effect.
    package mutating func receive(_ cue: Cue) -> [BreakNews] {
        guard abs(cue.position.seconds) <= Self.lastSecond else { return [.ignored(.outOfRange)] }
        return switch cue.kind {
        case .out(let duration): receiveOut(cue, lasting: duration)
        case .continue(let elapsed, let duration):
            receiveContinue(cue, since: elapsed, lasting: duration)
        case .in: receiveIn(cue)
        case .cancel: receiveCancel(cue)
        }
    }

    /// Positions are within about 31 years.
    private static let lastSecond = 1e9

    // MARK: The start of a break

    private mutating func receiveOut(_ cue: Cue, lasting duration: Duration?) -> [BreakNews] {
        if past.contains(where: { isRepetition(cue, of: $0) }) { return [.ignored(.over)] }
        if let number = known.first(where: { isStart(cue, of: $0) })?.number {
            return revise(number) { one, isOpen in
                let isFirstOfAll = one.isOneAd && !cue.isOneAd && !one.isNamed(by: cue)
                one.join(cue)
                if isFirstOfAll { one.rename(by: cue) }
                one.add(cue.fields)
                one.interstitial = cue.interstitial ?? one.interstitial
                guard one.heeds(cue.source) else { return }
                if !isOpen { one.markedBegin = cue.position }
                guard isFirstOfAll || duration != nil else { return }
                one.duration = duration
                one.returnsByItself = cue.returnsByItself
            }
        }
        if let number = known.last(where: { holds(cue, in: $0) })?.number {
            return revise(number) { one, _ in
                one.enclose(cue)
                // Without a name, the break goes on. With one, it is inside the other.
                guard let duration, one.heeds(cue.source), !cue.isOneAd,
                    cue.id == nil || one.duration == nil
                else { return }
                let end = cue.position + duration.frameCount
                one.duration = max(one.duration ?? .zero, .frames(end - one.markedBegin))
            }
        }
        return enter(cue, from: cue.position, lasting: duration)
    }

    /// Whether a cue repeats the start of a break that is over, or of an ad in it.
    private func isRepetition(_ cue: Cue, of old: Past) -> Bool {
        guard old.one.takes(part: cue.source), cue.position >= old.one.markedBegin - tolerance
        else { return false }
        return cue.id == nil
            ? cue.position <= old.one.markedBegin + tolerance
            : (old.one.isNamed(by: cue) || old.one.encloses(cue)) && cue.position < old.reach
    }

    /// Whether a cue repeats the start of a break, moves it, or announces it on another channel.
    private func isStart(_ cue: Cue, of one: StreamBreak) -> Bool {
        if one.isNamed(by: cue) { return true }
        guard abs(cue.position - one.markedBegin) <= tolerance, !one.encloses(cue) else {
            return false
        }
        // Two names on one channel are two breaks, unless one is an ad of the other.
        return !one.takes(part: cue.source) || cue.id == nil || one.name(on: cue.source) == nil
            || (one.isOneAd && !cue.isOneAd)
    }

    /// Whether the start that a cue marks lies inside a break, and is none of its own.
    private func holds(_ cue: Cue, in one: StreamBreak) -> Bool {
        if one.encloses(cue) { return true }
        let begin = one.markedBegin + (cue.isOneAd && !one.isOneAd ? -tolerance : tolerance + 1)
        let end = one.end(by: rules)
        // Without a name, the next ad of the same channel makes the break longer.
        let isNext = cue.id == nil && one.takes(part: cue.source) && one.markedEnd == nil
        return cue.position >= begin
            && (isNext ? cue.position <= end + tolerance : cue.position + tolerance < end)
    }

    private mutating func enter(
        _ cue: Cue, from begin: FrameTime, lasting duration: Duration?
    ) -> [BreakNews] {
        guard announced.count < Self.mostAnnounced else { return [.ignored(.tooMany)] }
        count += 1
        var one = StreamBreak(number: count, cue, begin: begin, duration: duration)
        // One that is marked at the instant of another waits for that, and is no shorter for it.
        one.isWhole = known.contains { abs($0.markedBegin - begin) <= tolerance }
        let joined = max(now, cue.position)
        if one.end(by: rules) <= joined, !one.isWhole {
            remember(one)
            return [.dropped(one, .behind)]
        }
        if begin + tolerance < joined {
            guard rules.joining != .none else {
                remember(one)
                return [.dropped(one, .joinedInside)]
            }
            one.begin = joined
            one.isWhole = one.isWhole || rules.joining == .full
        }
        announce(one)
        return [.announced(one)] + advance(to: now)
    }

    private mutating func announce(_ one: StreamBreak) {
        let index = announced.firstIndex { ($0.begin, $0.number) > (one.begin, one.number) }
        announced.insert(one, at: index ?? announced.endIndex)
    }

    // MARK: Inside a break

    private mutating func receiveContinue(
        _ cue: Cue, since elapsed: Duration?, lasting duration: Duration?
    ) -> [BreakNews] {
        let named = known.first { $0.isNamed(by: cue) || $0.encloses(cue) }
        let around = known.last {
            cue.position >= $0.markedBegin - tolerance && cue.position < $0.end(by: rules)
        }
        if let one = named ?? around {
            return revise(one.number) { one, _ in
                one.join(cue)
                guard let duration, one.heeds(cue.source), one.markedEnd == nil else { return }
                one.duration = duration
            }
        }
        let isOver = past.contains {
            $0.one.takes(part: cue.source) && cue.position >= $0.one.markedBegin - tolerance
                && cue.position < $0.reach
        }
        if isOver { return [.ignored(.over)] }
        let since = max(elapsed ?? .zero, .zero).frameCount
        return enter(cue, from: cue.position - since, lasting: duration)
    }

    // MARK: The end of a break

    private mutating func receiveIn(_ cue: Cue) -> [BreakNews] {
        if let outer = known.first(where: { $0.encloses(cue) && !$0.isNamed(by: cue) }) {
            return [.merged(into: outer.number)]
        }
        // An end of an unknown name ends the break that it lies in.
        let one = known.first { $0.isNamed(by: cue) } ?? known.last { isEnd(cue, of: $0) }
        guard let one else { return receiveLateEnd(cue) }
        if cue.isOneAd, !one.isOneAd, !one.isNamed(by: cue) { return [.merged(into: one.number)] }
        return revise(one.number) { one, _ in
            let heeds = one.heeds(cue.source) || one.duration == nil
            one.join(cue)
            if heeds { one.markedEnd = max(cue.position, one.markedBegin) }
        }
    }

    private func isEnd(_ cue: Cue, of one: StreamBreak) -> Bool {
        cue.position >= one.markedBegin
            && cue.position <= max(one.plannedEnd(by: rules), one.end(by: rules)) + tolerance
    }

    /// Takes the end of a break that is over or was left out.
    private mutating func receiveLateEnd(_ cue: Cue) -> [BreakNews] {
        let index = past.lastIndex {
            $0.one.isNamed(by: cue)
                || $0.one.takes(part: cue.source) && cue.position >= $0.one.markedBegin
        }
        guard let index else { return [.ignored(.unknown)] }
        if past[index].one.duration == nil {
            past[index].reach = min(past[index].reach, cue.position)
        }
        return [.ignored(.over)]
    }

    private mutating func receiveCancel(_ cue: Cue) -> [BreakNews] {
        let isMeant = { (one: StreamBreak) in
            one.takes(part: cue.source) && (cue.id == nil || one.isNamed(by: cue))
        }
        if let current = open, isMeant(current) {
            open = nil
            remember(current)
            return [.ended(current, .cancelled)] + advance(to: now)
        }
        guard let index = announced.firstIndex(where: isMeant) else {
            return [.ignored(past.contains { isMeant($0.one) } ? .over : .unknown)]
        }
        let one = announced.remove(at: index)
        remember(one)
        return [.cancelled(one)]
    }

    // MARK: Changes

    /// Changes the break of that number, and tells what has become different.
    private mutating func revise(
        _ number: Int, _ change: (inout StreamBreak, _ isOpen: Bool) -> Void
    ) -> [BreakNews] {
        if var current = open, current.number == number {
            let end = current.end(by: rules)
            change(&current, true)
            open = current
            let newEnd = current.end(by: rules)
            let news: BreakNews =
                newEnd > end
                ? .extended(current) : newEnd < end ? .shortened(current) : .merged(into: number)
            return (newEnd < end && newEnd <= now ? [] : [news]) + advance(to: now)
        }
        guard let index = announced.firstIndex(where: { $0.number == number }) else { return [] }
        let before = announced.remove(at: index)
        var after = before
        change(&after, false)
        if after.markedBegin != before.markedBegin {
            after.begin = max(after.markedBegin, min(after.begin, now))
        }
        announce(after)
        let isSame =
            (before.begin, before.end(by: rules)) == (after.begin, after.end(by: rules))
        return [isSame ? .merged(into: number) : .changed(after)] + advance(to: now)
    }
}
