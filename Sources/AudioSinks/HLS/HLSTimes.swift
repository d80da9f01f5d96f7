import HLSPackaging
import HLSPlaylists
import MediaTime
import PCMAudio

/// Where the encoded packets of a session lie in its output. A value.
///
/// A decoder hears packet `n` as the frames that the encoder took in `delay` frames earlier.
struct HLSTimes: Hashable {
    /// When output frame 0 is heard.
    let date: WallClockDate
    /// The delay of the decoded audio behind the encoder's input, in frames.
    let delay: Int

    /// The output frame that a decoder hears first in `packet`; before 0 in the first one.
    func frame(ofPacket packet: Int) -> FrameTime {
        FrameTime(Int64(packet * HLSAddress.packetLength - delay))
    }

    /// As playlists have it.
    func date(of frame: FrameTime) -> String {
        // Exact: attoseconds are no multiple of a frame, so the division is the last step.
        let rate = Int64(AudioFormat.pipeline.sampleRate)
        let (seconds, rest) = frame.frames.quotientAndRemainder(dividingBy: rate)
        let nanoseconds = (rest * 1_000_000_000) / rate
        return date.advanced(by: .seconds(seconds) + .nanoseconds(nanoseconds)).text
    }

    /// The place of an output frame on the clock of the media, which begins with the first packet.
    func mediaTime(of frame: FrameTime) -> MediaTimestamp {
        MediaTimestamp(
            samples: max(0, Int(clamping: frame.frames) + delay),
            rate: AudioFormat.pipeline.sampleRate)
    }
}
