import AudioEncoding
import Foundation
import TestServers

/// Two chirps that never repeat, different on left and right.
let programme: [Float] = (0..<240_007).flatMap { frame in
    let time = Double(frame) / 48_000
    return [
        Float(0.4 * sin(2 * .pi * (200 * time + 400 * time * time))),
        Float(0.3 * sin(2 * .pi * (300 * time + 350 * time * time))),
    ]
}

/// Encodes `samples` in blocks of `blockLength` frames; the last chunk ends the audio.
func chunks(
    of samples: [Float], as format: ListenFormat, blockLength: Int = 4800
) throws -> [EncodedChunk] {
    var encoder = try SoundEncoder(format)
    return try chunks(of: samples, by: &encoder, blockLength: blockLength)
}

/// The same with any encoder.
func chunks(
    of samples: [Float], by encoder: inout SoundEncoder, blockLength: Int = 4800
) throws -> [EncodedChunk] {
    var chunks: [EncodedChunk] = []
    for start in stride(from: 0, to: samples.count, by: 2 * blockLength) {
        let block = Array(samples[start..<min(start + 2 * blockLength, samples.count)])
        chunks.append(try encoder.encode(block.span))
    }
    chunks.append(try encoder.finish())
    return chunks
}

/// The bytes for a listener who joins at the first of `chunks`.
func bytes(of chunks: some Sequence<EncodedChunk>, as format: ListenFormat) -> [UInt8] {
    var listener = ListenerBytes(of: format)
    return chunks.flatMap { listener.bytes(of: $0) }
}

/// Those bytes as decoded by ffmpeg.
func decoded(
    _ chunks: some Sequence<EncodedChunk>, as format: ListenFormat
) throws -> FFmpegDecoding {
    switch format {
    case .oggOpus: try FFmpegDecoding(of: bytes(of: chunks, as: format), as: "ogg")
    case .mp3: try FFmpegDecoding(of: bytes(of: chunks, as: format), as: "mp3")
    }
}
