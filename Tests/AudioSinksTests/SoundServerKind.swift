import TestServers

/// The servers for tests that apply to both.
enum SoundServerKind: CaseIterable {
    case pulseAudio
    case pipeWire

    /// The servers installed on this machine.
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
