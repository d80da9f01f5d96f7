/// The names and members of MPRIS 2.2 for a player without a track list.
enum MediaInterfaces {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"

    static let rootMembers: [BusMember] =
        [.method("Raise", []), .method("Quit", [])]
        + rootValues.map { .property($0.key, type: $0.value.signature, .constant) }

    static let rootValues: KeyValuePairs<String, BusValue> = [
        "CanQuit": .bool(true),
        "CanRaise": .bool(false),
        "HasTrackList": .bool(false),
        "Identity": .string("Interlude"),
        "SupportedUriSchemes": .strings(["http", "https", "file"]),
        "SupportedMimeTypes": .strings([
            "audio/mpeg", "audio/aac", "audio/ogg", "audio/flac", "audio/wav", "audio/x-mpegurl",
            "audio/x-scpls",
        ]),
    ]

    static let playerMembers: [BusMember] =
        [
            .method("Next", []), .method("Previous", []), .method("Pause", []),
            .method("PlayPause", []), .method("Stop", []), .method("Play", []),
            .method("Seek", [.init(name: "Offset", type: "x")]),
            .method(
                "SetPosition",
                [.init(name: "TrackId", type: "o"), .init(name: "Position", type: "x")]
            ),
            .method("OpenUri", [.init(name: "Uri", type: "s")]),
            .signal("Seeked", [.init(name: "Position", type: "x")]),
        ] + MediaProperty.allCases.map { .property($0.rawValue, type: $0.type, $0.access) }

    /// The bus names of a player, in order of preference.
    static func names(process: Int32) -> [String] {
        let own = "\(root).interlude.instance\(process)"
        return ["\(root).interlude", own] + (2...9).map { "\(own)_\($0)" }
    }
}

extension MediaProperty {
    fileprivate var type: String {
        switch self {
        case .playbackStatus: "s"
        case .metadata: "a{sv}"
        case .position: "x"
        case .rate, .volume, .minimumRate, .maximumRate: "d"
        case .canGoNext, .canGoPrevious, .canPlay, .canPause, .canSeek, .canControl: "b"
        }
    }

    fileprivate var access: BusMember.Access {
        switch self {
        case .rate: .writableWithoutEffect
        case .volume: .writable
        case .position: .silent
        case .canControl: .constant
        case .playbackStatus, .metadata, .minimumRate, .maximumRate, .canGoNext, .canGoPrevious,
            .canPlay, .canPause, .canSeek:
            .announced
        }
    }
}
