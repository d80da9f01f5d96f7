import AudioMixing
import MediaTime

extension Arrangement {
    /// Lays the stream: it plays between breaks, and in breaks as ``underSpots`` says.
    func layProgramme(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        guard let programme, programme.state != .waiting else { return }
        var pen = ProgrammeLayout(arrangement: self, programme: programme, before: before)
        for span in breaks where span.end > start {
            switch (programme.state, underSpots) {
            case (.waitingForSpots, _):
                pen.rest(until: span.end)
            case (.playing, .muted), (.mutedByStreamer, .muted), (.waiting, _):
                pen.play(until: span.start, on: &timeline)
                pen.play(until: span.end, at: 0, over: fade(of: span), on: &timeline)
            case (.playing, .held), (.mutedByStreamer, .held):
                pen.play(until: span.start, on: &timeline)
                // Audio up to the arrangement's own start is faded out there.
                if span.start > start { pen.fadeAway(over: fade(of: span), on: &timeline) }
                pen.rest(until: span.end)
            case (.playing, .ducked(let gain, let attack, let release)),
                (.mutedByStreamer, .ducked(let gain, let attack, let release)):
                pen.play(until: span.start, on: &timeline)
                let releaseCount = min(release, span.count / 2)
                // A change of a constant gain within the break is the listener's: use a plain fade.
                let isAttack = span.start >= start || pen.isMoving
                pen.play(
                    until: span.end - releaseCount, at: pen.loudness * gain,
                    over: isAttack ? min(attack, span.count / 2) : fadeFrameCount, on: &timeline)
                pen.comeBack(until: span.end, over: releaseCount, on: &timeline)
            }
        }
        pen.play(until: .distantFuture, on: &timeline)
    }
}

/// Lays the stream's clips one after the other, each continuing where the previous one ends.
private struct ProgrammeLayout {
    let voice: Voice
    let fadeFrameCount: Int

    /// The length in frames of a change at the arrangement's own start.
    private let changeFrameCount: Int
    private let start: FrameTime

    /// The programme frame at which it stops for good.
    let stop: FrameTime

    /// The gain of the stream outside of breaks.
    let loudness: Float

    /// The output frame and the programme frame at which the next clip begins.
    private var time: FrameTime
    private var position: FrameTime

    /// The last clip's gain; the next clip continues from it.
    private var level: Ramp

    init(arrangement: Arrangement, programme: Arrangement.Programme, before: OutputTimeline) {
        voice = programme.voice
        fadeFrameCount = arrangement.fadeFrameCount
        changeFrameCount = arrangement.changeFrameCount
        start = arrangement.start
        stop = programme.stop ?? .distantFuture
        loudness = programme.state == .mutedByStreamer ? 0 : arrangement.volume
        time = arrangement.start
        position = programme.position
        if let clip = before.clip(of: programme.voice, at: time) {
            level = clip.envelope.level
        } else {
            level = .constant(programme.entry == .cut ? loudness : 0)
        }
    }

    /// Whether the gain is changing.
    var isMoving: Bool { level.end > time }

    /// Whether it has reached its stop.
    private var isStopped: Bool { position >= stop }

    /// The output frame at which it stops if it plays on.
    private var stopTime: FrameTime {
        stop == .distantFuture ? stop : time + (stop - position)
    }

    /// Plays until output frame `end` at `gain`, by default the stream's own. The gain is reached
    /// after `frameCount` frames, by default those of a fade. At its stop the stream fades out as
    /// before a break.
    mutating func play(
        until end: FrameTime, at gain: Float? = nil, over frameCount: Int? = nil,
        on timeline: inout OutputTimeline
    ) {
        guard end > time, !isStopped else { return }
        let target = gain ?? loudness
        let usual = time == start ? changeFrameCount : fadeFrameCount
        // A release does not continue after a break that was cut short.
        let isLate = frameCount == nil && level.end > time + usual
        if level.to != target || isLate {
            level = level.turned(at: time, to: target, over: frameCount ?? usual)
        }
        let last = min(end, stopTime)
        timeline.add(
            PlannedClip(
                voice: voice, output: FrameRange(time, last), sourceStart: position,
                envelope: Envelope(level: level)))
        guard last != .distantFuture else { return }
        position = position + (last - time)
        time = last
        if isStopped { addFadeOut(over: fadeFrameCount, on: &timeline) }
    }

    /// Returns to its own gain by output frame `end`, within `frameCount` frames or the remaining
    /// ones. Takes at least as long as a fade, unless `frameCount` is less.
    mutating func comeBack(
        until end: FrameTime, over frameCount: Int, on timeline: inout OutputTimeline
    ) {
        guard end > time else { return }
        let shortest = min(fadeFrameCount, frameCount)
        play(until: end, over: max(shortest, min(frameCount, end - time)), on: &timeline)
    }

    /// Fades out over the next `frameCount` frames, and keeps its position. A stopped stream has
    /// already faded out at its stop.
    func fadeAway(over frameCount: Int, on timeline: inout OutputTimeline) {
        if !isStopped { addFadeOut(over: frameCount, on: &timeline) }
    }

    private func addFadeOut(over frameCount: Int, on timeline: inout OutputTimeline) {
        let fade = level.turned(at: time, to: 0, over: frameCount)
        guard fade.from > 0 else { return }
        timeline.add(
            PlannedClip(
                voice: voice, output: FrameRange(time, count: frameCount), sourceStart: position,
                envelope: Envelope(level: fade), role: .fadingAway))
    }

    /// Holds its position until output frame `end`, and then fades in from silence.
    mutating func rest(until end: FrameTime) {
        time = max(time, end)
        level = .constant(0)
    }
}
