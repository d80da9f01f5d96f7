import CFFmpeg
import MediaTime
import StreamFetching

extension Container {
    /// Recognises the container of `source` by its first bytes. May block for up to 256 KiB of
    /// them.
    ///
    /// `hint` comes from a server or a file's name and is often wrong. It decides only if the bytes
    /// are inconclusive.
    static func recognised(
        in source: ByteSource, hint: Container?
    ) throws(DecodingError) -> Container {
        for count in stride(from: 512, through: 4096, by: 512) {
            let bytes = source.peek(count)
            if bytes.isEmpty {
                if let failure = source.failure { throw .reading(ReadFailure(failure)) }
                throw .empty
            }
            if let document = document(in: bytes) { throw .notAudio(found: document) }
            if let container = signed(bytes) ?? firstFrame(in: bytes)?.container {
                return container
            }
        }
        for count in [1 << 14, 1 << 16, 1 << 18] {
            let bytes = source.peek(count)
            if let container = probed(bytes) { return container }
            if bytes.count < count { break }
        }
        let bytes = source.peek(1 << 18)
        if let (container, offset) = firstFrame(in: bytes) {
            // libavformat gives up after 64 KiB that hold none of its frames.
            source.leaveOut(offset)
            return container
        }
        guard let hint else { throw .unrecognised }
        return hint
    }

    /// Whether libavformat cannot read the container at the beginning of `source` in order.
    func needsSeeking(in source: ByteSource) -> Bool {
        switch self {
        case .mov: MP4Beginning.mediaComesFirst(in: source.peek(4096)) != false
        // The packet table may follow the data.
        case .caf: true
        case .mp3, .aac, .ogg, .flac, .wav, .mpegts, .matroska, .aiff, .w64, .au, .ac3, .eac3, .asf,
            .ape, .wv, .tta, .amr:
            false
        }
    }

    /// The container whose signature `bytes` begin with.
    private static func signed(_ bytes: ArraySlice<UInt8>) -> Container? {
        func has(_ signature: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: signature.utf8)
        }
        if has("OggS") { return .ogg }
        if has("fLaC") { return .flac }
        if has("RIFF"), has("WAVE", at: 8) { return .wav }
        if has("ftyp", at: 4) || has("styp", at: 4) || has("moov", at: 4) { return .mov }
        return nil
    }

    /// Finds the first place with three consecutive MP3 or ADTS frames.
    private static func firstFrame(
        in bytes: ArraySlice<UInt8>
    ) -> (container: Container, offset: Int)? {
        for start in bytes.indices where bytes[start] == 0xFF {
            var next = start
            var first: FrameHeader?
            var count = 0
            while count < 3, next < bytes.endIndex, let header = FrameHeader(bytes[next...]),
                first?.isAlike(header) != false
            {
                first = first ?? header
                next += header.size
                count += 1
            }
            if count == 3, let first { return (first.container, start - bytes.startIndex) }
        }
        return nil
    }

    /// libavformat's guess for `bytes`, if its score is high enough.
    private static func probed(_ bytes: ArraySlice<UInt8>) -> Container? {
        let padding = [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
        var padded = Array(bytes) + padding
        var score: Int32 = 0
        let format = padded.withUnsafeMutableBufferPointer { buffer in
            var probe = AVProbeData()
            probe.buf = buffer.baseAddress
            probe.buf_size = Int32(bytes.count)
            return av_probe_input_format3(&probe, 1, &score)
        }
        guard let format, score > AVPROBE_SCORE_MAX / 4 else { return nil }
        return Container(format)
    }

    /// Names the kind of a document that is certainly not audio.
    private static func document(in bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes.prefix(256), as: UTF8.self)
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "a web page" }
        if text.hasPrefix("<?xml") || text.hasPrefix("<!--") { return "an XML document" }
        if text.hasPrefix("#extm3u") || text.hasPrefix("[playlist]") { return "a playlist" }
        if text.hasPrefix("{\"") { return "a JSON document" }
        return nil
    }
}
