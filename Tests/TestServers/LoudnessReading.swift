/// The loudness of an audio file, measured by ffmpeg's `ebur128`.
package struct LoudnessReading: Hashable, Sendable {
    /// Integrated, in LUFS; -70 if nothing passes the gate.
    package let integrated: Double

    /// The greatest true peak in dBTP; minus infinity for silence.
    package let truePeak: Double

    package struct Unreadable: Error {
        let said: String
    }

    /// Blocks until ffmpeg has measured the file at `path`.
    package init(of path: String) throws {
        let filter = "ebur128=peak=true:dualmono=true:framelog=verbose"
        let said = try Command(
            ["ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-af", filter, "-f", "null", "-"]
        ).successful().errors
        let summary = said.split(separator: "\n").map { $0.split(separator: " ") }
        let figure = { (name: String) in
            summary.last { $0.first == name[...] }.flatMap { $0.count > 1 ? Double($0[1]) : nil }
        }
        guard let integrated = figure("I:"), let truePeak = figure("Peak:") else {
            throw Unreadable(said: said)
        }
        self.integrated = integrated
        self.truePeak = truePeak
    }
}
