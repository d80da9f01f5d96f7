import AdPlayback
import MediaTime
import Playout

/// What the gain of spots follows from.
extension SessionMachine {
    /// Whether the next layout may need to know how loud the programme is.
    var weighsProgramme: Bool {
        switch configuration.loudness {
        case .match: adsAreBusy || truex.voices.current != nil
        case .tech1008, .r128, .fixed, .off: false
        }
    }

    /// What of the programme will have been heard once everything before output frame `frame` was.
    func programmeHeard(before frame: FrameTime) -> HeardProgramme {
        var programme = heardProgramme
        programme.note(plan.timeline, before: frame)
        return programme
    }

    /// Where peaks of spots are kept under the ceiling.
    var spotLimit: Arrangement.SpotLimit {
        switch configuration.loudness {
        case .match, .tech1008, .r128, .fixed: .everywhere
        case .off: .whereRaised
        }
    }
}
