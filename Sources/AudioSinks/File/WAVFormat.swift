/// The sample format of a WAV file.
package enum WAVFormat: Hashable, Sendable {
    /// 32-bit floats, bit-exact as rendered.
    case float32
    /// 16-bit integers, rounded to the nearest and clipped. Not dithered: the same input must give
    /// the same file.
    case integer16

    var bytesPerSample: Int {
        switch self {
        case .float32: 4
        case .integer16: 2
        }
    }
}
