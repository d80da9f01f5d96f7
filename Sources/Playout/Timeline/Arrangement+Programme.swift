import AudioMixing
import MediaTime

extension Arrangement {
    /// Lays the stream: heard between the breaks, and as ``underSpots`` says in them.
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
                // What was heard up to the arrangement's own start is let go there.
                if span.start > start { pen.fadeAway(over: fade(of: span), on: &timeline) }
                pen.rest(until: span.end)
            case (.playing, .ducked(let gain, let attack, let release)),
                (.mutedByStreamer, .ducked(let gain, let attack, let release)):
                pen.play(until: span.start, on: &timeline)
                let releaseCount = min(release, span.count / 2)
                // A gain that stood still within the break moves for the listener's sake.
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

/// Draws the stream's clips one after the other, each going on where the one before it ends.
private struct ProgrammeLayout {
    let voice: Voice
    let fadeFrameCount: Int

    /// How many frames the change at the arrangement's own start takes, of which the stream is
    /// still in the middle before this.
    private let changeFrameCount: Int
    private let start: FrameTime

    /// The programme frame before which it stops for good.
    let stop: FrameTime

    /// The gain of the stream where nothing speaks over it.
    let loudness: Float

    /// The output frame at which the next clip begins, and the programme frame it begins with.
    private var time: FrameTime
    private var position: FrameTime

    /// How the gain moves; the next clip's goes on from here.
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

    /// Whether the gain is on its way somewhere.
    var isMoving: Bool { level.end > time }

    /// Whether it has come to where it stops.
    private var isStopped: Bool { position >= stop }

    /// The output frame before which it stops if it plays on.
    private var stopTime: FrameTime {
        stop == .distantFuture ? stop : time + (stop - position)
    }

    /// Plays until output frame `end`, at `gain` (the stream's own where none is given), which is
    /// reached after `frameCount` frames (a fade's where none is given). Where it stops, it fades
    /// away as before a break.
    mutating func play(
        until end: FrameTime, at gain: Float? = nil, over frameCount: Int? = nil,
        on timeline: inout OutputTimeline
    ) {
        guard end > time, !isStopped else { return }
        let target = gain ?? loudness
        let usual = time == start ? changeFrameCount : fadeFrameCount
        // A release whose break was cut short does not go on after it.
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

    /// Comes back to its own gain by output frame `end`, in `frameCount` frames, or in those that
    /// are left of them; in no less than a fade, unless even `frameCount` is less.
    mutating func comeBack(
        until end: FrameTime, over frameCount: Int, on timeline: inout OutputTimeline
    ) {
        guard end > time else { return }
        let shortest = min(fadeFrameCount, frameCount)
        play(until: end, over: max(shortest, min(frameCount, end - time)), on: &timeline)
    }

    /// Is heard fading out over the next `frameCount` frames, and keeps its position; what has
    /// stopped has done that there.
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

    /// Keeps its position until output frame `end`, and comes back from silence.
    mutating func rest(until end: FrameTime) {
        time = max(time, end)
        level = .constant(0)
    }
}
