import SampleStation

/// A file that the sample station sends in a loop.
enum ProgrammeFuzz: FuzzTarget {
    static let name = "programme"
    static let kind = FuzzKind.binary
    static let words = ["ID3", "Xing", "VBRI", "TAG", "APETAGEX", "OggS", "OpusHead", "\u{7F}"]

    static func run(_ bytes: [UInt8]) {
        for codec in [LiveCodec.mp3, .aac, .opus] {
            // try?: a malformed file is refused.
            guard let programme = try? LiveProgramme(codec, file: bytes, path: "a file") else {
                continue
            }
            for frame in [0, 1, 1000] {
                _ = (programme.bytes(of: frame), programme.position(of: frame))
            }
            let timeline = programme.timeline
            let begun = timeline.framesBegun(by: .seconds(100))
            _ = timeline.firstFrame(within: 65_536, before: begun)
            _ = timeline.bitRate
        }
    }
}
