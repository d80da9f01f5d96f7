import AdCues
import MediaTime

/// Separates the metadata blocks of an ICY body from the audio.
///
/// After every `metadataInterval` bytes of audio follows one byte, the length of a block in units
/// of 16 bytes, and then the block. The result does not depend on how the body is cut into chunks.
package struct ICYDemuxer: Sendable {
    /// A block that was not empty.
    package struct Block: Hashable, Sendable {
        package var metadata: ICYMetadata

        /// How many bytes of audio precede it: a multiple of the interval.
        package var position: Int
    }

    /// The contents of one chunk.
    package struct Output: Hashable, Sendable {
        package var audio: [UInt8] = []
        package var blocks: [Block] = []
    }

    private enum State {
        case audio(remaining: Int)
        case length
        case block(remaining: Int)
    }

    /// How many bytes of audio lie between two blocks; `nil` if all bytes are audio.
    private let metadataInterval: Int?
    private var state: State
    private var block: [UInt8] = []
    private var audioByteCount = 0

    /// `metadataInterval` is the server's `icy-metaint`; unless it is positive, all bytes are
    /// audio.
    package init(metadataInterval: Int?) {
        self.metadataInterval = metadataInterval.flatMap { $0 > 0 ? $0 : nil }
        state = .audio(remaining: self.metadataInterval ?? .max)
    }

    package mutating func demux(_ chunk: ArraySlice<UInt8>) -> Output {
        var output = Output()
        var rest = chunk
        while let first = rest.first {
            switch state {
            case .audio(let remaining):
                let audio = rest.prefix(remaining)
                output.audio.append(contentsOf: audio)
                rest = rest.dropFirst(audio.count)
                take(audioBytes: audio.count, of: remaining)
            case .length:
                rest = rest.dropFirst()
                begin(blockOfLength: Int(first) * 16)
            case .block(let remaining):
                let part = rest.prefix(remaining)
                block.append(contentsOf: part)
                rest = rest.dropFirst(part.count)
                output.blocks += take(blockBytes: part.count, of: remaining)
            }
        }
        return output
    }

    private mutating func take(audioBytes count: Int, of remaining: Int) {
        audioByteCount += count
        guard metadataInterval != nil else { return }
        state = count < remaining ? .audio(remaining: remaining - count) : .length
    }

    private mutating func begin(blockOfLength length: Int) {
        block.removeAll()
        state = length > 0 ? .block(remaining: length) : .audio(remaining: metadataInterval ?? .max)
    }

    /// Returns the block if it is complete.
    private mutating func take(blockBytes count: Int, of remaining: Int) -> [Block] {
        guard count == remaining else {
            state = .block(remaining: remaining - count)
            return []
        }
        state = .audio(remaining: metadataInterval ?? .max)
        return [Block(metadata: ICYMetadata(parsing: block), position: audioByteCount)]
    }
}
