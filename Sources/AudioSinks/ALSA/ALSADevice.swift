import CALSA
import Glibc
import MediaTime
import PCMAudio

/// Owns one open ALSA device, and closes it. Used on the sink's thread only.
///
/// Nothing here waits for the device, except what its plug-ins do while it is opened, prepared and
/// closed.
struct ALSADevice: ~Copyable {
    private let pcm: OpaquePointer
    private let format: ALSAFormat
    private let block: RenderBlock
    /// One block in the device's format.
    private let encoded: UnsafeMutableRawPointer
    let traits: ALSATraits

    /// The least memory of a usable device: 20 ms.
    private static let leastFrameCount = 2 * ALSAMachine.longestWrite

    /// Opens the device that the settings name.
    init(_ settings: ALSASettings) throws(SinkFailure) {
        let name = settings.device
        if let reason = CALSA_load() { throw SinkFailure(String(cString: reason)) }
        // A device may have neither this rate nor these formats; ALSA then converts.
        var chosen = try Self.opened(name, settings)
        if chosen == nil { chosen = try Self.opened("plug:'\(name)'", settings) }
        guard let chosen else {
            throw SinkFailure(
                "the ALSA device '\(name)' plays no stereo sound at \(FrameTime.rate) Hz; "
                    + "choose another one, as 'interlude sinks' lists them")
        }
        pcm = chosen.pcm
        format = chosen.format
        traits = chosen.traits
        block = RenderBlock(frameCapacity: ALSAMachine.longestWrite)
        encoded = .allocate(
            byteCount: ALSAMachine.longestWrite * AudioFormat.pipelineChannelCount * 4, alignment: 8
        )
    }

    deinit {
        snd_pcm_close(pcm)
        encoded.deallocate()
    }

    private struct Opened {
        var pcm: OpaquePointer
        var format: ALSAFormat
        var traits: ALSATraits
    }

    /// Opens `name` in the best format that it accepts; `nil` if it accepts none.
    private static func opened(
        _ name: String, _ settings: ALSASettings
    ) throws(SinkFailure) -> Opened? {
        var pcm: OpaquePointer?
        let status = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard status >= 0, let pcm else { throw failure(status, opening: settings.device) }
        for format in ALSAFormat.allCases {
            if let traits = configured(pcm, format, settings) {
                return Opened(pcm: pcm, format: format, traits: traits)
            }
        }
        snd_pcm_close(pcm)
        return nil
    }

    private static func configured(
        _ pcm: OpaquePointer, _ format: ALSAFormat, _ settings: ALSASettings
    ) -> ALSATraits? {
        var parameters: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&parameters) >= 0 else { return nil }
        defer { snd_pcm_hw_params_free(parameters) }
        var length = microseconds(settings.bufferLength)
        var period = microseconds(ALSASettings.period)
        let channelCount = UInt32(AudioFormat.pipelineChannelCount)
        var bufferFrameCount: snd_pcm_uframes_t = 0
        var periodFrameCount: snd_pcm_uframes_t = 0
        let access = SND_PCM_ACCESS_RW_INTERLEAVED
        guard snd_pcm_hw_params_any(pcm, parameters) >= 0,
            snd_pcm_hw_params_set_access(pcm, parameters, access) >= 0,
            snd_pcm_hw_params_set_format(pcm, parameters, format.code) >= 0,
            snd_pcm_hw_params_set_channels(pcm, parameters, channelCount) >= 0,
            snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(FrameTime.rate), 0) >= 0,
            snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period, nil) >= 0,
            snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &length, nil) >= 0,
            snd_pcm_hw_params(pcm, parameters) >= 0,
            snd_pcm_hw_params_get_buffer_size(parameters, &bufferFrameCount) >= 0,
            snd_pcm_hw_params_get_period_size(parameters, &periodFrameCount, nil) >= 0,
            let bufferFrameCount = Int(exactly: bufferFrameCount),
            let periodFrameCount = Int(exactly: periodFrameCount),
            (leastFrameCount...longestBuffer).contains(bufferFrameCount),
            (1...bufferFrameCount / 2).contains(periodFrameCount), startsOnCommand(pcm)
        else { return nil }
        // Hardware that moves its position in large steps may have read more than it says.
        let isExact = snd_pcm_hw_params_is_batch(parameters) == 0
        return ALSATraits(
            bufferFrameCount: bufferFrameCount, periodFrameCount: periodFrameCount,
            canRewind: snd_pcm_type(pcm) == SND_PCM_TYPE_HW && isExact)
    }

    /// The most memory that is believed: a minute.
    private static let longestBuffer = 60 * FrameTime.rate

    /// Makes the device start only on command. Returns `false` if that fails.
    private static func startsOnCommand(_ pcm: OpaquePointer) -> Bool {
        var parameters: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&parameters) >= 0 else { return false }
        defer { snd_pcm_sw_params_free(parameters) }
        var never: snd_pcm_uframes_t = 0
        return snd_pcm_sw_params_current(pcm, parameters) >= 0
            && snd_pcm_sw_params_get_boundary(parameters, &never) >= 0
            && snd_pcm_sw_params_set_start_threshold(pcm, parameters, never) >= 0
            && snd_pcm_sw_params(pcm, parameters) >= 0
    }

    private static func microseconds(_ duration: Duration) -> UInt32 {
        UInt32(min(duration.frameCount, longestBuffer) * 1000 / (FrameTime.rate / 1000))
    }
}

// MARK: - Playing

extension ALSADevice {
    /// The present state of the device, and what it would say of its queue.
    func state() -> ALSAState {
        var room: snd_pcm_sframes_t = 0
        var unheard: snd_pcm_sframes_t = 0
        let status = snd_pcm_avail_delay(pcm, &room, &unheard)
        var state = ALSAState()
        switch snd_pcm_state(pcm) {
        case SND_PCM_STATE_PREPARED: state.stage = .prepared
        case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING: state.stage = .running
        case SND_PCM_STATE_XRUN: state.stage = .dry
        case SND_PCM_STATE_SUSPENDED: state.stage = .suspended
        case let other:
            state.stage = .failed(reason: Self.words(status < 0 ? status : -ENODEV, of: other))
        }
        guard status < 0 else {
            state.roomFrameCount = room
            state.unheardFrameCount = unheard
            if traits.canRewind { state.rewindableFrameCount = max(0, snd_pcm_rewindable(pcm)) }
            return state
        }
        switch (status, state.stage) {
        // The state was read later than the figures.
        case (-EPIPE, .prepared), (-EPIPE, .running): state.stage = .dry
        case (-ESTRPIPE, .prepared), (-ESTRPIPE, .running): state.stage = .suspended
        // Plug-ins may have no position before they play.
        case (_, .prepared): state.roomFrameCount = traits.bufferFrameCount
        case (-EIO, .running): state.isKnown = false
        case (_, .running): state.stage = .failed(reason: Self.words(status, of: nil))
        case (_, .dry), (_, .suspended), (_, .failed): break
        }
        return state
    }

    /// Renders `frameCount` frames and writes them. Returns how many the device has accepted.
    func writeSound(_ frameCount: Int, with renderer: SinkRenderer) -> Int {
        write(block.render(min(frameCount, block.frameCapacity), with: renderer))
    }

    /// Renders `frameCount` frames, at most those of a block, for nobody.
    func skip(_ frameCount: Int, with renderer: SinkRenderer) {
        _ = block.render(min(frameCount, block.frameCapacity), with: renderer)
    }

    /// Writes silence. Returns how many frames the device has accepted.
    func writeSilence(_ frameCount: Int) -> Int {
        let count = min(frameCount, block.frameCapacity) * AudioFormat.pipelineChannelCount
        let silence = [Float](repeating: 0, count: count)
        return silence.withUnsafeBufferPointer { write($0) }
    }

    private func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        format.encode(samples, to: encoded)
        let frameCount = samples.count / AudioFormat.pipelineChannelCount
        // What prevents it shows in the device's state.
        return max(0, snd_pcm_writei(pcm, encoded, snd_pcm_uframes_t(frameCount)))
    }

    // The results of these show in the device's state.

    func prepare() { snd_pcm_prepare(pcm) }
    func start() { snd_pcm_start(pcm) }

    func wake() -> ALSAWaking {
        switch snd_pcm_resume(pcm) {
        case 0...: .done
        case -EAGAIN: .notYet
        default: .impossible
        }
    }

    /// Takes back the last `frameCount` frames. Returns how many the device has given back; `nil`
    /// if it cannot.
    func rewind(_ frameCount: Int) -> Int? {
        let count = snd_pcm_rewind(pcm, snd_pcm_uframes_t(frameCount))
        return count < 0 ? nil : count
    }
}

// MARK: - Failures

extension ALSADevice {
    private static let advice = "'interlude sinks' lists those that are there"

    private static func failure(_ status: Int32, opening name: String) -> SinkFailure {
        switch status {
        case -ENOENT, -ENODEV, -ENXIO: SinkFailure("there is no ALSA device '\(name)'; \(advice)")
        case -EBUSY:
            SinkFailure(
                "the ALSA device '\(name)' is in use; end the program that plays there, or choose "
                    + "another device")
        case -EACCES, -EPERM:
            SinkFailure(
                "the ALSA device '\(name)' may not be used; add this user to the group 'audio'")
        default:
            SinkFailure(
                "the ALSA device '\(name)' cannot be opened: \(words(status, of: nil)); \(advice)")
        }
    }

    private static func words(_ status: Int32, of state: snd_pcm_state_t?) -> String {
        if state == SND_PCM_STATE_DISCONNECTED || status == -ENODEV {
            return "the ALSA device is gone; connect it again"
        }
        return snd_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    }
}
