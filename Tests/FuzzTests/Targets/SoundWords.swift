/// Words of containers.
enum SoundWords {
    static let all = [
        "OggS", "OpusHead", "fLaC", "RIFF", "WAVE", "fmt ", "data", "ftyp", "moov", "mdat", "stts",
        "stsz", "stco", "stsc", "mdhd", "elst", "esds", "ID3", "Xing", "FORM", "AIFF", "SSND",
        "caff",
        "wvpk", "TTA1", "\u{1A}E", "moof", "trun",
    ]
}
