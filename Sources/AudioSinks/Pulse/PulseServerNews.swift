import CPulse
import MediaTime

/// Which program a sound server is, where that makes a difference.
enum PulseServerKind: Hashable, Sendable {
    case pulseAudio
    /// PipeWire in PulseAudio's place, which takes sound in cycles of its own.
    case pipeWire

    /// Whether it says something at once where it is given sound: PulseAudio gives memory back that
    /// it shares with the player.
    var answersToWriting: Bool {
        switch self {
        case .pulseAudio: true
        case .pipeWire: false
        }
    }
}

/// What a server has said of itself, and of the volume of a stream. Used on the loop's thread
/// only; has to outlive the connection.
final class PulseServerNews {
    /// `nil` until the server has said.
    private(set) var kind: PulseServerKind?
    /// How loud the server plays the stream, as of its last word; `nil` before its first.
    private(set) var volume: SinkVolume?
    private var streamIndex: UInt32?
    /// Whether the server has said, since this was last taken note of, that there is no silence to
    /// be kept any more.
    private var isSilenceOver = false

    /// Asks at `context` what server it is.
    func askForKind(at context: OpaquePointer) {
        let operation = pa_context_get_server_info(
            context,
            { _, info, news in
                guard let news else { return }
                let name = info?.pointee.server_name.map { String(cString: $0) } ?? ""
                Unmanaged<PulseServerNews>.fromOpaque(news).takeUnretainedValue().kind =
                    name.contains("PipeWire") ? .pipeWire : .pulseAudio
            }, address)
        if let operation { pa_operation_unref(operation) }
    }

    /// What is asked of a stream is asked of the one that the server calls `index`.
    func attend(toStream index: UInt32) { streamIndex = index }

    /// Follows the volume of the stream, which plays: before it does, PipeWire says nought.
    func watchVolume(at context: OpaquePointer) {
        pa_context_set_subscribe_callback(
            context,
            { context, event, index, news in
                guard let context, let news else { return }
                let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
                guard kind == PA_SUBSCRIPTION_EVENT_CHANGE.rawValue else { return }
                let listener = Unmanaged<PulseServerNews>.fromOpaque(news).takeUnretainedValue()
                if listener.streamIndex == index { listener.askForVolume(at: context) }
            }, address)
        let operation = pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK_INPUT, nil, nil)
        if let operation { pa_operation_unref(operation) }
        askForVolume(at: context)
    }

    private func askForVolume(at context: OpaquePointer) {
        guard let streamIndex else { return }
        let operation = pa_context_get_sink_input_info(
            context, streamIndex,
            { _, info, _, news in
                guard let info, let news else { return }
                Unmanaged<PulseServerNews>.fromOpaque(news).takeUnretainedValue()
                    .take(info.pointee)
            }, address)
        if let operation { pa_operation_unref(operation) }
    }

    /// Asks whether the stream, which is corked, still has to be silent for something else. A
    /// server that wants that mutes it for as long, but takes its wish back only from a stream
    /// that was corked before: not from one that was about to be.
    func askWhetherMuted(at context: OpaquePointer) {
        guard kind == .pulseAudio, let streamIndex else { return }
        let operation = pa_context_get_sink_input_info(
            context, streamIndex,
            { _, info, _, news in
                guard let info, let news, info.pointee.mute == 0 else { return }
                Unmanaged<PulseServerNews>.fromOpaque(news).takeUnretainedValue()
                    .isSilenceOver = true
            }, address)
        if let operation { pa_operation_unref(operation) }
    }

    /// Whether the silence is over by the answer, which is given once.
    func takeEndOfSilence() -> Bool {
        defer { isSilenceOver = false }
        return isSilenceOver
    }

    private func take(_ info: pa_sink_input_info) {
        guard info.has_volume != 0 else { return }
        var volumes = info.volume
        let share = Double(pa_cvolume_avg(&volumes)) / Double(CPulse_PA_VOLUME_NORM)
        volume = SinkVolume(
            percent: Int(saturating: (share * 100).rounded()), isMuted: info.mute != 0)
    }

    private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
