import CPulse
import MediaTime

/// The implementation of a sound server, where that makes a difference.
enum PulseServerKind: Hashable, Sendable {
    case pulseAudio
    /// PipeWire in place of PulseAudio, which reads audio in cycles of its own.
    case pipeWire

    /// Whether it responds at once to a write: PulseAudio returns memory that it shares with the
    /// player.
    var answersToWriting: Bool {
        switch self {
        case .pulseAudio: true
        case .pipeWire: false
        }
    }
}

/// Collects a server's replies about itself and about the volume of a stream. Used on the loop's
/// thread only; must outlive the connection.
final class PulseServerEvents {
    /// `nil` until the server has replied.
    private(set) var kind: PulseServerKind?
    /// The stream's volume by the server's last reply; `nil` before the first.
    private(set) var volume: SinkVolume?
    private var streamIndex: UInt32?
    /// Whether the server has replied that silence is no longer required, since that was last read.
    private var isSilenceOver = false

    /// Asks through `context` which implementation the server is.
    func askForKind(at context: OpaquePointer) {
        let operation = pa_context_get_server_info(
            context,
            { _, info, pointer in
                guard let pointer else { return }
                let name = info?.pointee.server_name.map { String(cString: $0) } ?? ""
                Unmanaged<PulseServerEvents>.fromOpaque(pointer).takeUnretainedValue().kind =
                    name.contains("PipeWire") ? .pipeWire : .pulseAudio
            }, address)
        if let operation { pa_operation_unref(operation) }
    }

    /// Makes further requests refer to the server's stream `index`.
    func attend(toStream index: UInt32) { streamIndex = index }

    /// Watches the volume of the stream, which must be playing: before that PipeWire reports 0.
    func watchVolume(at context: OpaquePointer) {
        pa_context_set_subscribe_callback(
            context,
            { context, event, index, pointer in
                guard let context, let pointer else { return }
                let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
                guard kind == PA_SUBSCRIPTION_EVENT_CHANGE.rawValue else { return }
                let listener = Unmanaged<PulseServerEvents>.fromOpaque(pointer)
                    .takeUnretainedValue()
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
            { _, info, _, pointer in
                guard let info, let pointer else { return }
                Unmanaged<PulseServerEvents>.fromOpaque(pointer).takeUnretainedValue()
                    .take(info.pointee)
            }, address)
        if let operation { pa_operation_unref(operation) }
    }

    /// Asks whether the corked stream must still be silent in favour of another one. A server that
    /// requests silence also mutes the stream for as long. It withdraws the request only from a
    /// stream that was already corked, not from one that was about to be.
    func askWhetherMuted(at context: OpaquePointer) {
        guard kind == .pulseAudio, let streamIndex else { return }
        let operation = pa_context_get_sink_input_info(
            context, streamIndex,
            { _, info, _, pointer in
                guard let info, let pointer, info.pointee.mute == 0 else { return }
                Unmanaged<PulseServerEvents>.fromOpaque(pointer).takeUnretainedValue()
                    .isSilenceOver = true
            }, address)
        if let operation { pa_operation_unref(operation) }
    }

    /// Whether the server has replied that the silence is over. Returns `true` once per reply.
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
