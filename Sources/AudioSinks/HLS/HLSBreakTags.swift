import HLSPackaging
import MediaTime
import PCMAudio

/// Writes the date ranges of breaks that were heard. A value.
struct HLSBreakTags: Hashable {
    let times: HLSTimes
    /// Distinguishes the breaks of this session from those of earlier ones.
    let session: String

    /// The tags of `heard`, the `number`th break of the session, counted from 1.
    func tags(of heard: HeardBreak, number: Int) -> [String] {
        let id =
            "#EXT-X-DATERANGE:ID=\"\(session)-\(number)\""
            + ",START-DATE=\"\(times.date(of: heard.start))\""
        var out = id
        if let planned = heard.plannedCount { out += ",PLANNED-DURATION=\(seconds(planned))" }
        out += ",SCTE35-OUT=\(section(of: heard, number: number).hexadecimal)"
        guard let end = heard.end else { return [out] }
        let section = SpliceSection.insert(
            event: event(number), at: times.mediaTime(of: end).ticks, duration: nil)
        let length = ",DURATION=\(seconds(end - heard.start))"
        return [out, id + length + ",SCTE35-IN=\(section.hexadecimal)"]
    }

    private func section(of heard: HeardBreak, number: Int) -> SpliceSection {
        let start = times.mediaTime(of: heard.start).ticks
        guard let planned = heard.plannedCount else {
            return .leave(event: event(number), at: start)
        }
        let length = SampleSpan(count: planned, rate: AudioFormat.pipeline.sampleRate)
        return .insert(event: event(number), at: start, duration: length.ticks)
    }

    private func event(_ number: Int) -> UInt32 { UInt32(truncatingIfNeeded: number) }

    private func seconds(_ count: Int) -> String {
        SampleSpan(count: max(0, count), rate: AudioFormat.pipeline.sampleRate).decimalSeconds
    }
}
