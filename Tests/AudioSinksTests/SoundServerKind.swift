import TestServers

/// The servers at which what holds for both is tested.
enum SoundServerKind: CaseIterable {
    case pulseAudio
    case pipeWire

    /// Those that can be started here.
    static var installed: [SoundServerKind] { allCases.filter(\.isInstalled) }

    private var isInstalled: Bool {
        switch self {
        case .pulseAudio: PrivatePulseAudio.isInstalled
        case .pipeWire: PrivatePipeWire.isInstalled
        }
    }

    func start() throws -> any PrivateSoundServer {
        switch self {
        case .pulseAudio: try PrivatePulseAudio()
        case .pipeWire: try PrivatePipeWire()
        }
    }
}
