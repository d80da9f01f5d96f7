import Advertising
import MediaTime

extension AdvertisementPlayer {
    /// Gives a spot whose samples are there its frames from `start` on.
    mutating func place(at start: FrameTime) {
        switch state {
        case .ready(let audio), .placed(let audio, _):
            state = .placed(audio, FrameRange(start, count: audio.frameCount))
        case .connecting, .receiving, .playing:
            preconditionFailure("a spot that is \(state) has no frames to be placed")
        }
    }

    /// Decides its gain, once and for all of it, in a programme as loud in LUFS as `programme`.
    mutating func settleGain(by profile: LoudnessProfile, in programme: Double?) {
        guard decibels == nil, profile != .off else { return }
        decibels = profile.gain(for: audio?.loudness, in: programme)
    }

    /// Takes its frames away; nothing of it was heard.
    mutating func unplace() {
        if case .placed(let audio, _) = state { state = .ready(audio) }
    }

    /// Lets its frames be `range`, of which the beginning stays what it was.
    mutating func resize(to range: FrameRange) {
        switch state {
        case .placed(let audio, _): state = .placed(audio, range)
        case .playing(let audio, _): state = .playing(audio, range)
        case .connecting, .receiving, .ready: break
        }
    }

    /// Notes that its first frame was heard.
    mutating func begin() {
        if case .placed(let audio, let range) = state { state = .playing(audio, range) }
    }
}
