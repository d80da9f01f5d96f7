import AdPlayback
import MediaTime
import PCMAudio
import Playout

/// Tells ad servers what is heard of the ads that are part of the stream.
extension SessionMachine {
    /// Follows the programme that was heard from output frame `start` on.
    mutating func followStitchedAds(from start: FrameTime) {
        guard !stitched.pods.isEmpty else { return }
        // Something else is heard in place of the programme.
        guard followsSchedule, !breaks.isMutedByStation else { return stitched.interrupt() }
        for part in plan.timeline.streamParts(in: FrameRange(start, heard)) {
            tell(stitched.hear(part.stream, at: part.output.start))
        }
    }

    /// Tells that the ad in the stream stands still, if it does.
    mutating func pauseStitchedAds() {
        guard !stitched.pods.isEmpty else { return }
        let view = view
        let stands = transport.isPaused && !transport.isRunning(at: heard, in: view)
        if stands || transport.output.state.isHeld { tell(stitched.pause(at: heard)) }
    }

    /// Tells ad servers if the programme, or the ads in its place, can no longer be heard or can be heard
    /// again, by their volumes as factors.
    mutating func noteVolume(_ volume: Float, adVolume: Float) {
        breaks.beacons.note(
            volume: volume * adVolume, under: privacy, at: heard, &outbox)
        tell(stitched.note(volume: volume, at: heard))
    }

    /// The output frame at which something of the stream's own ads is to be told; `nil` if the
    /// timeline does not lead to any.
    func nextStitchedMark(in view: PlanView) -> FrameTime? {
        guard !stitched.pods.isEmpty, followsSchedule,
            let place = transport.streamFrame(at: heard, in: view)
        else { return nil }
        return stitched.nextPlace(after: place).flatMap {
            transport.outputFrame(reaching: $0, in: view)
        }
    }

    private mutating func tell(_ events: [StitchedAds.Told]) {
        for event in events { breaks.beacons.send(event, under: privacy, &outbox) }
    }
}
