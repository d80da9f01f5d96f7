import MediaTime
import PCMAudio

/// What a session checks of a command before its machine gets it. A recording may hold any command.
extension SessionCommand {
    /// Why no session carries this command out, whatever it plays; `nil` if one may.
    var refusal: String? {
        let volume: Gain?
        switch self {
        case .setVolume(let gain), .setAdVolume(let gain): volume = gain
        case .push, .pushAtLiveEdge, .pushInStream, .ignoreAdvertisements, .ignoreAdvertisement,
            .pause, .unpause, .goLive, .setDelay, .seek, .changeVolume, .mute, .unmute, .skip,
            .skipBreak, .truex, .truexAudience, .streamerMuted, .streamerUnmuted, .play,
            .playPublic, .setFill, .setPrivacy, .stop:
            volume = nil
        }
        return volume?.isVolume == false ? "a volume \(Gain.volumeRule)" : nil
    }

    /// Whether it is about what is heard, and so does nothing in a session that has not started.
    var needsPlayback: Bool {
        switch self {
        case .pause, .unpause, .goLive, .setDelay, .seek, .skip, .skipBreak, .ignoreAdvertisement,
            .truex:
            true
        case .push, .pushAtLiveEdge, .pushInStream, .ignoreAdvertisements, .setVolume,
            .setAdVolume, .changeVolume, .mute, .unmute, .truexAudience, .streamerMuted,
            .streamerUnmuted, .play, .playPublic, .setFill, .setPrivacy, .stop:
            false
        }
    }
}

extension SessionConfiguration {
    /// Throws if the session cannot play with these settings.
    func check() throws(SessionFailure) {
        guard volume.isVolume else { throw SessionFailure(.output, "volume \(Gain.volumeRule)") }
        guard adVolume?.isVolume != false else {
            throw SessionFailure(.output, "adVolume \(Gain.volumeRule)")
        }
        if let name = negativeTime {
            throw SessionFailure(.output, "\(name) must not be negative")
        }
        if let refusal = script.lazy.compactMap(\.command.refusal).first {
            throw SessionFailure(.output, "in the script, \(refusal)")
        }
    }
}

extension SessionConfiguration {
    /// The name of a time that is before its zero; `nil` if none is.
    private var negativeTime: String? {
        let times: [(name: String, value: Duration?)] = [
            ("fade", fade), ("crossfade", crossfade), ("start", start), ("duration", duration),
            ("maxDelay", maxDelay), ("firstSpotLimit", firstSpotLimit),
            ("startThreshold", startThreshold), ("rebufferThreshold", rebufferThreshold),
            ("giveUp", giveUp),
        ]
        return times.first { $0.value.map { $0 < .zero } ?? false }?.name
    }
}

extension Gain {
    fileprivate static var volumeRule: String { "must be between 0 and \(loudest.linear)" }

    fileprivate var isVolume: Bool {
        do throws(NumberError) {
            _ = try checkedVolume()
            return true
        } catch {
            return false
        }
    }
}
