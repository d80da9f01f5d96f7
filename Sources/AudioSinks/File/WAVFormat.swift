/// How a WAV file holds a sample.
package enum WAVFormat: Hashable, Sendable {
    /// 32-bit floats, bit for bit as they were rendered.
    case float32
    /// 16-bit whole numbers, rounded to the nearest and clipped. Not dithered: the same input has
    /// to give the same file.
    case integer16

    var bytesPerSample: Int {
        switch self {
        case .float32: 4
        case .integer16: 2
        }
    }
}
