import Foundation

/// A WAV or RF64 file, read chunk by chunk.
package struct WAVFile: Sendable {
    package enum Failure: Error, Hashable {
        case notWAV
        case truncated
    }

    /// 1 for integers, 3 for floats.
    package private(set) var formatTag: UInt16 = 0
    package private(set) var channelCount = 0
    package private(set) var sampleRate = 0
    package private(set) var bitsPerSample = 0
    /// The bytes of the samples.
    package private(set) var data = Data()
    /// Whether the sizes in the header match the file.
    package private(set) var hasTrueSizes = false

    package init(path: String) throws {
        let file = try Data(contentsOf: URL(filePath: path))
        guard file.count >= 12, file.text(at: 8) == "WAVE" else { throw Failure.notWAV }
        let isRF64 = file.text(at: 0) == "RF64"
        hasTrueSizes = isRF64 || Int(file.number(at: 4)) + 8 == file.count
        var position = 12
        while position + 8 <= file.count {
            let name = file.text(at: position)
            let size = Int(file.number(at: position + 4))
            let body = position + 8
            if name == "fmt " {
                formatTag = UInt16(file.number(at: body) & 0xffff)
                channelCount = Int(file.number(at: body) >> 16)
                sampleRate = Int(file.number(at: body + 4))
                bitsPerSample = Int(file.number(at: body + 12) >> 16)
            } else if name == "data" {
                data = file.subdata(in: body..<min(body + size, file.count))
                hasTrueSizes = hasTrueSizes && body + size == file.count
                return
            }
            position = body + size + size % 2
        }
        throw Failure.truncated
    }

    /// The samples of a file of floats.
    package var floats: [Float] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
            }
        }
    }

    /// The samples of a file of 16-bit whole numbers.
    package var integers: [Int16] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)
            }
        }
    }
}

extension Data {
    fileprivate func text(at offset: Int) -> String {
        String(decoding: self[offset..<offset + 4], as: UTF8.self)
    }

    fileprivate func number(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
    }
}
