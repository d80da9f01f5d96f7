import HTTPAccess
import PlainText

extension SessionConfiguration {
    /// The same without the names and passwords in the addresses of sources, which the session, its
    /// events, its status and its recording never see.
    var withoutLogins: SessionConfiguration {
        var configuration = self
        configuration.source = source.withoutOwnLogin
        configuration.script = script.map { .init(at: $0.time, $0.command.withoutLogin) }
        return configuration
    }

    /// The sources that may be played, as they were named.
    var sources: [String] { script.compactMap(\.command.source) + [source] }
}

extension SessionCommand {
    /// The same without a name and password in the address of a source.
    var withoutLogin: SessionCommand {
        switch self {
        case .play(let source): .play(source: source.withoutOwnLogin)
        case .playPublic(let source): .playPublic(source: source.withoutOwnLogin)
        case .push, .pushAtLiveEdge, .ignoreAdvertisements, .pause, .unpause, .goLive, .setDelay,
            .seek, .setVolume, .skip, .skipBreak, .truex, .truexAudience, .streamerMuted,
            .streamerUnmuted,
            .stop:
            self
        }
    }

    /// The source that the operator wants to be played from now on; `nil` for any other command, a
    /// listener's too, whose logins are not kept beside the operator's.
    var source: String? {
        if case .play(let source) = self { source } else { nil }
    }
}

extension String {
    /// This source without the name and password of its address. Nothing else is changed: the path
    /// of a file, and addresses in a query, stay.
    fileprivate var withoutOwnLogin: String {
        guard WebAddress(self) != nil else {
            // What cannot be read as an address is not opened, and may show a password.
            return lowercased().hasPrefix("http") ? withoutUserInfo : self
        }
        guard let start = firstRange(of: "://")?.upperBound,
            let at = self[start...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@")
        else { return self }
        return String(self[..<start] + self[index(after: at)...])
    }
}
