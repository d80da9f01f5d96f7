/// An MP4 of a few bytes whose tables claim `sampleCount` samples of one byte for each track.
struct MP4 {
    var trackCount: Int
    var sampleCount: UInt32

    var bytes: [UInt8] {
        let header = Self.box(
            "mvhd", Self.words(0, 0, 0, 1000, 600_000) + [UInt8](repeating: 0, count: 80))
        return Self.box("ftyp", Array("M4A ".utf8) + Self.words(512) + Array("M4A isom".utf8))
            + Self.box("mdat", [UInt8](repeating: 0, count: 2000))
            + Self.box("moov", header + (1...trackCount).flatMap { track(UInt32($0)) })
    }

    private func track(_ number: UInt32) -> [UInt8] {
        let zeroes = { [UInt8](repeating: 0, count: $0) }
        let header = Self.box("tkhd", Self.words(7, 0, 0, number, 0, 0) + zeroes(60))
        let times = Self.box("mdhd", Self.words(0, 0, 0, 48_000, 28_800_000, 0))
        let kind = Self.box("hdlr", Self.words(0, 0) + Array("soun".utf8) + zeroes(13))
        let entry: [UInt8] =
            Self.words(36) + Array("mp4a".utf8) + zeroes(6) + [0, 1] + zeroes(8) + [0, 2, 0, 16]
            + zeroes(4) + Self.words(48_000 << 16)
        let tables =
            Self.box("stsd", Self.words(0, 1) + entry)
            + Self.box("stts", Self.words(0, 1, sampleCount, 1024))
            + Self.box("ctts", Self.words(0, 1, sampleCount, 5))
            + Self.box("stsc", Self.words(0, 1, 1, sampleCount, 1))
            + Self.box("stsz", Self.words(0, 1, sampleCount))
            + Self.box("stco", Self.words(0, 1, 64))
        let media = Self.box("smhd", zeroes(8)) + Self.box("stbl", tables)
        return Self.box(
            "trak", header + Self.box("mdia", times + kind + Self.box("minf", media)))
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        words(UInt32(8 + content.count)) + Array(name.utf8) + content
    }

    private static func words(_ words: UInt32...) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }
}
