import MediaTime
import Playout

/// A scenario around a break, with spots that last a second or two.
enum Situation: String, CaseIterable, Sendable {
    case streamStart = "stream-start"
    case liveStart = "live-start"
    case midStream = "mid-stream"
    case extended
    case extendedAsItEnds = "extended-as-it-ends"
    case extendedAtItsEnd = "extended-at-its-end"
    case ignoreInSpot = "ignore-in-spot"
    case ignoreAsSpotEnds = "ignore-as-spot-ends"
    case skipToNext = "skip-to-next"
    case skipToStream = "skip-to-stream"
    case skipInRelease = "skip-in-release"
    case skipAtOnce = "skip-at-once"
    case shortBreak = "short-break"
    case secondBreakSoon = "second-break-soon"
    case pauseAndResume = "pause-and-resume"
    case muteMusic = "mute-music"
    case muteMusicPlannedBreak = "mute-music-planned-break"
    case volumeInBreak = "volume-in-break"
    case volumeAtJoint = "volume-at-joint"
    case volumeInRelease = "volume-in-release"
    case raisedVolume = "raised-volume"
    case exhausted
    case starved
    case anotherStream = "another-stream"

    /// The timeline before the first change.
    func beginning(_ underSpots: Arrangement.StreamUnderSpots) -> Drawing {
        Drawing { arrangement in
            arrangement.underSpots = underSpots
            switch self {
            case .streamStart:
                arrangement.programme?.entry = .fade
                arrangement.programme?.state = .waitingForSpots
                arrangement.spots = [Self.first]
            case .liveStart:
                arrangement.programme?.entry = .fade
                arrangement.spots = [Self.first]
            case .muteMusic, .muteMusicPlannedBreak:
                arrangement.programme?.state = .mutedByStreamer
                arrangement.muteMusic = Arrangement.MuteMusic(frameCount: 40_000)
                arrangement.muteMusic?.reach = 150_000
            case .raisedVolume: arrangement.volume = 2
            case .midStream, .extended, .extendedAsItEnds, .extendedAtItsEnd, .ignoreInSpot,
                .ignoreAsSpotEnds, .skipToNext, .skipToStream, .skipInRelease, .skipAtOnce,
                .shortBreak, .secondBreakSoon, .pauseAndResume,
                .volumeInBreak, .volumeAtJoint, .volumeInRelease, .exhausted, .starved,
                .anotherStream:
                break
            }
        }
    }

    private static let first = Arrangement.PlacedSpot.spot(1, 0..<96_000)

    /// Lays out the changes one after another.
    func play(on drawing: inout Drawing) {
        let one = Arrangement.PlacedSpot.spot(1, 48_000..<96_000)
        let two = Arrangement.PlacedSpot.spot(2, 96_000..<144_000)
        switch self {
        case .streamStart, .liveStart: break
        case .midStream: drawing.at(48_000) { $0.spots = [one, two] }
        case .extended, .extendedAsItEnds, .extendedAtItsEnd:
            drawing.at(48_000) { $0.spots = [one] }
            let pushes: [Self: Int] = [
                .extended: 72_000, .extendedAsItEnds: 95_808, .extendedAtItsEnd: 96_000,
            ]
            drawing.at(pushes[self] ?? 0) { $0.spots.append(two) }
        case .ignoreInSpot, .ignoreAsSpotEnds:
            drawing.at(48_000) { $0.spots = [one, two] }
            drawing.at(self == .ignoreInSpot ? 72_000 : 95_904) { $0.spots = [one] }
        case .skipToNext:
            drawing.at(48_000) { $0.spots = [one, two] }
            drawing.at(72_000) { $0.spots = [.spot(2, 72_000..<120_000)] }
        case .skipToStream, .skipInRelease, .skipAtOnce:
            drawing.at(48_000) { $0.spots = [one] }
            let skips: [Self: Int] = [
                .skipToStream: 60_000, .skipInRelease: 84_000, .skipAtOnce: 48_192,
            ]
            drawing.at(skips[self] ?? 0) { $0.spots = [] }
        case .shortBreak:
            drawing.at(24_000) {
                $0.spots = [.spot(1, 48_000..<48_100), .spot(2, 48_100..<48_400)]
            }
        case .secondBreakSoon:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(96_192) { $0.spots = [.spot(2, 96_192..<144_192)] }
        case .pauseAndResume:
            drawing.at(24_000) { $0.programme?.state = .waiting }
            drawing.at(36_000) { $0.programme?.state = .playing }
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(108_000) { $0.programme?.state = .waiting }
            drawing.at(120_000) { $0.programme?.state = .playing }
        case .muteMusic:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(72_000) { $0.volume = 0.5 }
            drawing.at(120_000) {
                $0.muteMusic = nil
                $0.programme?.state = .playing
            }
        case .muteMusicPlannedBreak: drawing.at(24_000) { $0.spots = [one] }
        case .volumeInBreak:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(60_000) { $0.volume = 0.5 }
        case .volumeAtJoint:
            drawing.at(48_000) { $0.spots = [one, two] }
            drawing.at(95_808) { $0.volume = 0.5 }
        case .volumeInRelease:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(81_600) { $0.volume = 0.5 }
            drawing.at(95_904) { $0.volume = 1 }
        case .raisedVolume:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(72_000) { $0.volume = 1 }
        case .exhausted:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.end(at: 72_000)
            drawing.at(72_000) { $0.programme = nil }
        case .starved:
            drawing.at(24_000) { $0.spots = [one] }
            drawing.end(at: 36_000)
            drawing.at(40_000) { $0.programme?.state = .waiting }
            drawing.at(72_000) { $0.programme?.state = .playing }
        case .anotherStream:
            drawing.at(48_000) { $0.spots = [one] }
            drawing.at(48_192) {
                $0.spots = []
                $0.programme = .init(voice: .stream(generation: 2), position: .zero)
            }
        }
    }
}
