import CPulse
import MediaTime

/// One connection to a sound server with one stream: translates between libpulse and a
/// ``PulseMachine``.
struct PulseConnection: ~Copyable {
    // Declared first, to be released before the connection that it needs.
    private var stream: PulseStream?
    private let context: PulseContext

    /// Starts connecting to `server`, or to the one that the environment names.
    init(on loop: borrowing PulseMainLoop, server: String?) throws(SinkFailure) {
        context = try PulseContext(on: loop, server: server)
    }

    /// The present state of the server. Opens the stream once there is a connection.
    mutating func state(_ settings: PulseSettings, title: String) -> PulseServerState {
        var state = PulseServerState()
        state.connection = connectionState(settings, title: title)
        state.kind = context.events.kind
        state.volume = context.events.volume
        guard state.connection == .ready else { return state }
        if context.events.takeEndOfSilence() { stream?.endSilence() }
        if let index = stream?.index { context.events.attend(toStream: index) }
        state.isSuspended = stream?.isSuspended ?? false
        state.isSilenceWanted = stream?.isSilenceWanted ?? false
        state.hasRunDry = stream?.takeUnderflow() ?? false
        state.target = stream?.targetFrameCount ?? 0
        state.wanted = wantedFrameCount
        return state
    }

    private mutating func connectionState(
        _ settings: PulseSettings, title: String
    ) -> PulseServerState.Connection {
        switch context.state {
        case PA_CONTEXT_READY: break
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            let isBroken = context.state == PA_CONTEXT_FAILED
            return .failed(reason: context.failureReason, isBroken: isBroken)
        default: return .connecting
        }
        guard let state = stream?.state else {
            context.events.askForKind(at: context.context)
            do throws(SinkFailure) {
                stream = try PulseStream(in: context, settings: settings, title: title)
            } catch {
                return .failed(reason: error.description, isBroken: false)
            }
            return .connecting
        }
        switch state {
        case PA_STREAM_READY: return .ready
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
            let isBroken = state == PA_STREAM_FAILED
            let reason = context.refusalReason(ofSink: settings.sinkName)
            return .failed(reason: reason, isBroken: isBroken)
        default: return .connecting
        }
    }

    /// How many frames the server requests.
    var wantedFrameCount: Int { mutating get { stream?.wantedFrameCount ?? 0 } }

    /// Whether the stream was moved to another sink since the last call.
    mutating func takeMove() -> Bool { stream?.takeMove() ?? false }

    /// The next timing reply, if one has arrived.
    mutating func takeAnswer() -> PulseAnswer?? { stream?.takeAnswer() ?? nil }

    /// Carries out `write`, as far as the server has memory for it. Returns the number of frames
    /// written; 0 if the stream accepts none.
    mutating func write(_ write: PulseWrite, with renderer: SinkRenderer) -> Int {
        let written = stream?.write(at: write.offset, atMost: write.frameCount) { samples in
            switch write.contents {
            case .sound(let fade): renderer.render(into: samples, fade: fade)
            case .silence: samples.update(repeating: 0)
            }
        }
        return written ?? 0
    }

    /// Requests timing from the server. Returns whether a reply will come.
    mutating func askForTiming() -> Bool { stream?.askForTiming() ?? false }

    mutating func setTitle(_ title: String) { stream?.setTitle(title) }

    mutating func resizeBuffer(_ settings: PulseSettings) { stream?.resizeBuffer(settings) }

    func watchVolume() { context.events.watchVolume(at: context.context) }

    /// Stops playing, and asks whether the server still requires silence.
    mutating func cork() {
        stream?.cork()
        context.events.askWhetherMuted(at: context.context)
    }

    mutating func uncork() { stream?.uncork() }
}
