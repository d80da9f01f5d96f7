import AudioMixing
import MediaTime

/// The crossfades between spots that overlap. They have equal power: two spots are unrelated.
extension Arrangement {
    /// The envelope of `spot`, whose break has `envelope`, with a crossfade where it overlaps the
    /// `previous` or the `next` spot. `current` is its envelope before ``start``; `nil` if it begins
    /// in this arrangement.
    func crossfaded(
        _ envelope: Envelope, of spot: PlacedSpot, after previous: PlacedSpot?,
        before next: PlacedSpot?, from current: Envelope?
    ) -> Envelope {
        var envelope = envelope
        if let previous, previous.overlaps(spot) {
            envelope.entry = fadeIn(of: spot, until: previous.range.end, from: current?.entry)
        }
        if let next, spot.overlaps(next) {
            envelope.exit = fadeOut(of: spot, since: next.range.start, from: current?.exit)
        }
        return envelope
    }

    /// `current`, the envelope of the first spot that is heard at ``start``, as it is without other
    /// spots: not fading out for `next`, and with a plain fade in place of the crossfade from a spot
    /// that was cut.
    ///
    /// Where `next` was cut itself, a fade-out that has begun remains.
    func alone(_ current: Envelope, of spot: PlacedSpot, before next: PlacedSpot?) -> Envelope {
        var envelope = current
        if current.entry.curve == .equalPower, current.entry.gain(at: start) < 1 {
            envelope.entry = current.entry.turned(at: start, to: 1, over: fadeFrameCount)
        }
        let isCrossfading = next.map(spot.overlaps) ?? false
        let wasToCrossfade =
            current.exit.curve == .equalPower && current.exit.gain(at: start) == 1
        if isCrossfading || wasToCrossfade { envelope.exit = .constant(1) }
        return envelope
    }

    /// The fade-in up to `end`, at which the previous spot ends. One that has begun goes on.
    private func fadeIn(of spot: PlacedSpot, until end: FrameTime, from current: Ramp?) -> Ramp {
        guard let current else {
            return Ramp(
                start: spot.range.start, frameCount: end - spot.range.start, from: 0, to: 1,
                curve: .equalPower)
        }
        if current.end == end || current.gain(at: start) == 1 { return current }
        return moved(current, to: 1, at: end)
    }

    /// The fade-out since `begin`, at which the next spot begins. One that has begun goes on.
    private func fadeOut(of spot: PlacedSpot, since begin: FrameTime, from current: Ramp?) -> Ramp {
        let end = spot.range.end
        let whole = Ramp(
            start: begin, frameCount: end - begin, from: 1, to: 0, curve: .equalPower)
        guard let current, current != whole else { return whole }
        guard current.gain(at: start) < 1 else {
            // What it was to fade to later does not count.
            let first = max(begin, start)
            return Ramp(
                start: first, frameCount: end - first, from: 1, to: 0, curve: .equalPower)
        }
        if current.end == end { return current }
        return moved(current, to: 0, at: end)
    }

    /// `current`, a fade that has begun, up to `end` instead of its own end.
    private func moved(_ current: Ramp, to gain: Float, at end: FrameTime) -> Ramp {
        current.stretched(at: start, until: end)
            ?? current.turned(at: start, to: gain, over: end - start, curve: .equalPower)
    }
}

extension Arrangement.PlacedSpot {
    /// Whether it is heard together with `next`.
    fileprivate func overlaps(_ next: Self) -> Bool { next.range.start < range.end }
}
