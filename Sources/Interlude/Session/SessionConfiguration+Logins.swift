import HTTPAccess
import PlainText

extension SessionConfiguration {
    /// This configuration without the logins in the addresses of sources, of the feed and of ad tags. The
    /// session, its events, its status and its recording never receive them.
    var withoutLogins: SessionConfiguration {
        var configuration = self
        configuration.source = source.withoutOwnLogin
        configuration.home = home?.withoutOwnLogin
        if let feed = markers?.nowPlaying {
            configuration.markers?.nowPlaying?.address = feed.address.withoutOwnLogin
        }
        configuration.markers?.adTags = markers?.adTags.map(\.withoutOwnLogin) ?? []
        configuration.markers?.adSchedules = markers?.adSchedules.map(\.withoutOwnLogin) ?? []
        configuration.script = script.map { .init(at: $0.time, $0.command.withoutLogin) }
        return configuration
    }

    /// The sources that the operator has named, in the script and in the configuration, with their
    /// logins.
    var sources: [String] {
        script.compactMap(\.command.source) + [home, source].compactMap { $0 }
    }
}

extension SessionCommand {
    /// This command without the login in the address of its source.
    var withoutLogin: SessionCommand {
        switch self {
        case .play(let source): .play(source: source.withoutOwnLogin)
        case .playPublic(let source): .playPublic(source: source.withoutOwnLogin)
        case .push, .pushAtLiveEdge, .pushInStream, .ignoreAdvertisements, .ignoreAdvertisement,
            .pause, .unpause,
            .goLive, .setDelay, .seek, .setVolume, .setAdVolume, .changeVolume, .mute, .unmute,
            .skip, .skipBreak,
            .truex,
            .truexAudience, .streamerMuted, .streamerUnmuted, .setFill, .setPrivacy, .stop:
            self
        }
    }

    /// The source of an operator's `play`; `nil` for any other command. A listener's logins are not
    /// stored with the operator's.
    var source: String? {
        if case .play(let source) = self { source } else { nil }
    }
}

extension String {
    /// This source without the login of its address. The path of a file, and addresses inside a
    /// query, stay unchanged.
    fileprivate var withoutOwnLogin: String {
        guard WebAddress(self) != nil else {
            // Text that does not parse as an address is never opened, but it may contain a
            // password.
            return lowercased().hasPrefix("http") ? withoutUserInfo : self
        }
        guard let start = firstRange(of: "://")?.upperBound,
            let at = self[start...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@")
        else { return self }
        return String(self[..<start] + self[index(after: at)...])
    }
}
