import HLSPackaging
import MediaTime
import PCMAudio

/// A part or a segment that is complete. A value.
struct HLSStretch: Hashable {
    let name: String
    /// The number of frames.
    let length: Int
    /// It could not be written.
    var isGap = false

    /// In seconds.
    var seconds: String {
        SampleSpan(count: length, rate: AudioFormat.pipeline.sampleRate).decimalSeconds
    }
}

/// A segment of the playlist. A value.
struct HLSEntry: Hashable {
    let name: String
    /// In seconds, as it is written.
    let seconds: String
    /// As it is written; `nil` in an earlier playlist without dates.
    let date: String?
    let isDiscontinuous: Bool
    /// It could not be written.
    let isGap: Bool
    /// The file with the header of MP4; `nil` for packed audio.
    let map: String?
    /// The output frame of its first sample; `nil` for one of an earlier session.
    var start: FrameTime?
    /// Empty once players no longer need them.
    var parts: [HLSStretch] = []
}
