import TestServers

/// A recording of the tested stream, compared with a reference stream where the server may lose
/// frames by itself.
///
/// PipeWire loses whole cycles on a busy machine, whichever programs play and record: mostly of
/// both streams, sometimes of one.
final class ComparedRecording {
    private let recording: MonitorRecording
    private let reference: ReferenceStream?

    /// Starts to record the server's sink. Blocks until something is recorded: the reference
    /// stream, or silence.
    init(of server: any PrivateSoundServer, kind: SoundServerKind, lasting limit: Duration) throws {
        recording = try server.record()
        switch kind {
        case .pulseAudio:
            reference = nil
            guard recording.wait(until: { !$0.isEmpty }) else {
                throw ServerProcess.Failure.notReady("the monitor", said: "nothing at all")
            }
        case .pipeWire:
            reference = try ReferenceStream(at: server, lasting: limit)
            guard recording.wait(until: { $0.contains { $0 != 0 } }) else {
                throw ServerProcess.Failure.notReady("pacat", said: "nothing that is heard")
            }
        }
    }

    /// Waits until the recording fulfils `condition`. Returns `false` after 20 s.
    func wait(until condition: ([Int?]) -> Bool) -> Bool {
        recording.wait { condition(self.indices($0)) }
    }

    /// The indices of the tested stream so far; `nil` for each one that the server lost.
    var indices: [Int?] { indices(recording.samples) }

    /// Ends the recording, and returns the indices of the tested stream.
    func stop() -> [Int?] { indices(recording.stop()) }

    private func indices(_ samples: [Float]) -> [Int?] {
        reference == nil
            ? IndexedSound.indices(samples)
            : ReferenceComparison(samples).indices
    }
}
