import FoundationEssentials
import Interlude
import PCMAudio

extension MediaPlayer {
    package func answer(_ request: MediaRequest) -> MediaAnswer {
        switch request {
        case .play: .command(.unpause)
        case .pause: pause
        case .playPause: playbackStatus == .paused ? .command(.unpause) : pause
        case .stop, .quit: .command(.stop)
        case .next: canSkip ? .command(.skip) : .nothing
        case .previous, .raise: .nothing
        case .seek(let offset): seek(by: offset)
        case .setPosition(let position, let path): setPosition(position, of: path)
        case .open(let address): open(address)
        case .setVolume(let volume): setVolume(volume)
        // By the specification, a rate of 0 means pause, and unsupported rates are ignored.
        case .setRate(let rate): rate == 0 ? pause : .nothing
        }
    }

    private static let inAdvertisement = MediaAnswer.refusal("an advertisement plays")

    private var pause: MediaAnswer {
        if isInAdvertisement { return Self.inAdvertisement }
        return playbackStatus == .playing ? .command(.pause) : .nothing
    }

    private func seek(by offset: Duration) -> MediaAnswer {
        if isInAdvertisement { return Self.inAdvertisement }
        guard canSeek else { return .refusal("this stream has no stored part to seek in") }
        if let behindLive = status.behindLive {
            let delay = behindLive - offset
            return .command(delay <= .zero ? .goLive : .setDelay(min(delay, availableDelay)))
        }
        let target = max(.zero, status.position + offset)
        // By the specification, this acts as `Next`, which has no effect here.
        if let length = status.length, target > length { return .nothing }
        return .command(.seek(target))
    }

    private func setPosition(_ position: Duration, of path: String) -> MediaAnswer {
        if isInAdvertisement { return Self.inAdvertisement }
        guard path == track.path, position >= .zero else { return .nothing }
        return seek(by: position - status.position)
    }

    private func setVolume(_ volume: Double) -> MediaAnswer {
        guard volume.isFinite else { return .refusal("a volume is a number from 0 to 1.5") }
        return .command(.setVolume(Gain(linear: Float(min(max(volume, 0), 1.5)))))
    }

    private func open(_ address: String) -> MediaAnswer {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased() else {
            return .refusal("this is not an address; use http, https or file")
        }
        switch scheme {
        case "http", "https": return .command(.play(source: address))
        case "file": return .command(.play(source: url.path(percentEncoded: false)))
        case let scheme:
            return .refusal("'\(scheme)' is not supported; use http, https or file")
        }
    }
}
