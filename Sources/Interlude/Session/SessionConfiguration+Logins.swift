import PlainText

extension SessionConfiguration {
    /// The same without the names and passwords in the addresses of sources, which the session, its
    /// events, its status and its recording never see.
    var withoutLogins: SessionConfiguration {
        var configuration = self
        configuration.source = source.withoutUserInfo
        configuration.script = script.map { .init(at: $0.time, $0.command.withoutLogin) }
        return configuration
    }

    /// The sources that may be played, as they were named.
    var sources: [String] { script.compactMap(\.command.source) + [source] }
}

extension SessionCommand {
    /// The same without a name and password in the address of a source.
    var withoutLogin: SessionCommand {
        source.map { .play(source: $0.withoutUserInfo) } ?? self
    }

    /// The source that is to be played from now on; `nil` for any other command.
    var source: String? {
        if case .play(let source) = self { source } else { nil }
    }
}
