import Foundation

/// A WAV file of silence: 16 bits, one channel, 8 kHz.
package enum SilentFile {
    private static let rate = 8000

    /// Writes a file of this length in seconds, and returns its path.
    package static func write(seconds: Int, to name: String, in folder: TemporaryFolder) throws
        -> String
    {
        let size = UInt32(2 * rate * seconds)
        var bytes = Array("RIFF".utf8) + littleEndian(size + 36) + Array("WAVEfmt ".utf8)
        bytes += littleEndian(UInt32(16)) + littleEndian(UInt16(1)) + littleEndian(UInt16(1))
        bytes += littleEndian(UInt32(rate)) + littleEndian(UInt32(2 * rate))
        bytes += littleEndian(UInt16(2)) + littleEndian(UInt16(16)) + Array("data".utf8)
        bytes += littleEndian(size) + [UInt8](repeating: 0, count: Int(size))
        return try folder.write(bytes, to: name)
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
