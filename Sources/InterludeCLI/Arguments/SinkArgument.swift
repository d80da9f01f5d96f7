/// The output (`--sink`).
enum SinkArgument: Hashable, Sendable {
    /// A sink of the sound server; without a name, its default sink.
    case pulse(name: String?)
    /// No output.
    case null
    /// A file of 32-bit floats.
    case wav(path: String)
    /// A file of 16-bit integers.
    case wav16(path: String)

    init(parsing text: String) throws(UnusableArgument) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : nil
        switch (String(parts[0]), rest) {
        case ("pulse", nil): self = .pulse(name: nil)
        case ("pulse", let name?) where !name.isEmpty: self = .pulse(name: name)
        case ("null", nil): self = .null
        case ("wav", let path?) where !path.isEmpty: self = .wav(path: path)
        case ("wav16", let path?) where !path.isEmpty: self = .wav16(path: path)
        case ("wav", _), ("wav16", _):
            throw UnusableArgument("the file name is missing, as in \(parts[0]):out.wav")
        case (_, _):
            throw UnusableArgument("use pulse, pulse:NAME, null, wav:FILE or wav16:FILE")
        }
    }

    /// Whether the sink can run in virtual time: no device sets its pace.
    var keepsVirtualTime: Bool {
        switch self {
        case .pulse: false
        case .null, .wav, .wav16: true
        }
    }
}
