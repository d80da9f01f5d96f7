import CFFmpeg

/// A container format that this player reads.
package enum Container: String, Hashable, Sendable, CaseIterable {
    case mp3
    case aac
    case ogg
    case flac
    case wav
    case mov
    case mpegts
    case matroska
    case aiff
    case caf
    case w64
    case au
    case ac3
    case eac3
    case asf
    case ape
    case wv
    case tta
    case amr

    /// Its name for people.
    var title: String {
        switch self {
        case .mp3, .aac, .flac, .wav, .aiff, .caf, .w64, .au, .ape, .tta, .amr:
            rawValue.uppercased()
        case .ogg: "Ogg"
        case .mov: "MP4"
        case .mpegts: "MPEG-TS"
        case .matroska: "Matroska"
        case .ac3: "AC-3"
        case .eac3: "E-AC-3"
        case .asf: "WMA"
        case .wv: "WavPack"
        }
    }

    /// Itself, if it consists only of frames that each begin with a header.
    var ifFramesOnly: Container? { self == .mp3 || self == .aac ? self : nil }

    /// libavformat's demuxer for this container.
    var format: UnsafePointer<AVInputFormat>? { av_find_input_format(rawValue) }

    /// How many streams libavformat may find.
    ///
    /// In an MP4 or Matroska file a few bytes can make a stream take megabytes of memory: an index
    /// of constant sizes, or a compressed header.
    var maximumStreamCount: Int32 {
        switch self {
        case .mov: 6
        case .matroska: 8
        case .mp3, .aac, .ogg, .flac, .wav, .mpegts, .aiff, .caf, .w64, .au, .ac3, .eac3, .asf,
            .ape, .wv, .tta, .amr:
            64
        }
    }

    /// The container that libavformat's demuxer `format` reads, if this player supports it.
    init?(_ format: UnsafePointer<AVInputFormat>) {
        let names = String(cString: format.pointee.name).split(separator: ",")
        guard let known = names.lazy.compactMap({ Container(rawValue: String($0)) }).first else {
            return nil
        }
        self = known
    }

    /// The container that `contentType` (such as `audio/mpeg`) names, ignoring its parameters.
    package init?(contentType: String) {
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        switch type {
        case "audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/x-mpeg": self = .mp3
        case "audio/aac", "audio/aacp", "audio/x-aac": self = .aac
        case "application/ogg", "audio/ogg", "audio/opus", "audio/vorbis", "video/ogg": self = .ogg
        case "audio/flac", "audio/x-flac": self = .flac
        case "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave": self = .wav
        case "audio/mp4", "audio/x-m4a", "audio/m4a", "video/mp4": self = .mov
        case "video/mp2t", "audio/mp2t": self = .mpegts
        case "audio/webm", "video/webm", "audio/x-matroska": self = .matroska
        case "audio/aiff", "audio/x-aiff": self = .aiff
        default: return nil
        }
    }

    /// The container that a file name's extension stands for.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "mp3": self = .mp3
        case "aac", "adts": self = .aac
        case "ogg", "oga", "opus": self = .ogg
        case "flac": self = .flac
        case "wav": self = .wav
        case "m4a", "mp4", "mov": self = .mov
        case "ts": self = .mpegts
        case "mka", "webm", "mkv": self = .matroska
        case "aif", "aiff": self = .aiff
        default: return nil
        }
    }
}
