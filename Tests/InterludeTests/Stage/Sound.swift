import Foundation
import MediaTime
import TestSignals

/// What a session wrote, as bytes, so that long stretches are compared quickly.
struct Sound: Hashable {
    private let bytes: Data

    private static let bytesPerFrame = 8

    init(readingWAV path: String) throws {
        bytes = try WAVFile(path: path).data
    }

    private init(_ samples: [Float]) {
        bytes = samples.withUnsafeBufferPointer { Data(buffer: $0) }
    }

    var frameCount: Int { bytes.count / Self.bytesPerFrame }

    /// The frames of `range`.
    subscript(range: Range<Int>) -> Data {
        bytes.subdata(
            in: range.lowerBound * Self.bytesPerFrame..<range.upperBound * Self.bytesPerFrame)
    }

    /// The left sample of frame `frame`.
    func sample(_ frame: Int) -> Float {
        self[frame..<frame + 1].withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
    }

    /// Stream frames from `first` on, as a session plays them at full volume.
    static func stream(_ first: Int, count: Int) -> Data {
        Sound(Array(MadeStreams.index[2 * first..<2 * (first + count)]))[0..<count]
    }

    /// A spot's frames.
    static func spot(_ level: Float, count: Int) -> Data {
        Sound([Float](repeating: level, count: 2 * count))[0..<count]
    }

    static func silence(count: Int) -> Data { spot(0, count: count) }
}
