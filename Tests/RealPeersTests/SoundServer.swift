import Testing

/// The tests with a sound server, one at a time: its real-time threads would starve each other's.
@Suite("With a sound server", .serialized, .enabled(if: Peers.areInstalled))
struct SoundServer {}
