import AdCues
import ArgumentParser
import Glibc
import Interlude
import MediaTime
import PlainText
import ReportPages

/// `interlude inspect stream INPUT`: prints what the beginning of a stream is.
struct InspectStreamCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stream",
        abstract: "Print the format, the markers and the loudness of a stream.",
        discussion: """
            Reads the beginning of a stream: codec, sample rate, channels, bit rate (bit/s) and \
            container, the ICY headers of a live stream, the variants and the playlist of HLS, \
            the markers of breaks, the timed ID3 tags of HLS, and the integrated loudness (LUFS) \
            of what was read. Prints a table on a terminal, and elsewhere one JSON object; times \
            are seconds. Of HLS it reads the first segments of the variant with the highest bit \
            rate. For an input that it cannot decode it ends with status 65, and prints an object \
            with "error".
            """)

    @Argument(
        help: ArgumentHelp("A file or an http(s) address.", valueName: "input"),
        transform: SourceArgument.init(parsing:))
    var input: SourceArgument

    @Option(
        help: ArgumentHelp(
            "How much of the stream is read; at most 10m. (default: 10s)", valueName: "time"),
        transform: TimeArgument.init(parsing:))
    var duration = TimeArgument(FrameTime(Duration.seconds(10)))

    private static let longest = Duration.seconds(600)

    func validate() throws {
        guard duration.duration > .zero, duration.duration <= Self.longest else {
            throw ValidationError("--duration must be more than 0 and at most 10m")
        }
    }

    func run() async throws {
        let (input, length) = (input, duration.duration)
        guard isatty(STDOUT_FILENO) == 0 else {
            for line in try await InspectedStream(input, length).table { try Console.print(line) }
            return
        }
        try await InspectCommand.print { () async throws(CommandError) -> JSONValue in
            try await InspectedStream(input, length).inspection
        }
    }
}

extension InspectedStream {
    /// The stream as JSON with sorted keys. What it does not have is left out.
    var inspection: JSONValue {
        let headers = icyFields.sorted { $0.key < $1.key }.map {
            JSONMember($0.key, .string($0.value))
        }
        return .present([
            "bitrate": JSONValue(audio?.bitRate),
            "channels": JSONValue(audio?.description.channelCount),
            "codec": JSONValue(audio?.description.codec),
            "container": JSONValue(audio?.description.container.rawValue),
            "contentType": JSONValue(contentType),
            "cues": .array(cues.map(\.inspection)),
            "icy": headers.isEmpty ? .null : .object(headers),
            "length": JSONValue(audio?.length.seconds),
            "loudness": JSONValue(audio?.loudness),
            "metadata": tags.isEmpty ? .null : .array(tags.map(Self.inspection)),
            "playlist": playlistInspection,
            "sampleRate": JSONValue(audio?.description.sampleRate),
            "variants": .array(variants.map(\.inspection)),
        ])
    }

    private static func inspection(
        of tag: (time: Duration, frames: [TagFrame])
    ) -> JSONValue {
        [
            "position": .decimal(tag.time.inSeconds), "source": "id3",
            "tag": .array(tag.frames.map(\.json)),
        ]
    }

    private var playlistInspection: JSONValue {
        guard let playlist else { return .null }
        return .present([
            "encrypted": .bool(!playlist.segments.allSatisfy { $0.keys.isEmpty }),
            "endList": .bool(playlist.hasEnded),
            "mediaSequence": .integer(Int64(playlist.mediaSequence)),
            "segments": .integer(Int64(playlist.segments.count)),
            "targetDuration": JSONValue(playlist.targetDuration?.inSeconds),
        ])
    }

    /// The stream for people, a line for each thing.
    var table: [String] {
        var rows: [(String, String)] = [("stream", name)]
        if let audio {
            let format = audio.description
            rows.append(
                (
                    "format",
                    "\(format.codec) in \(format.container.rawValue), "
                        + "\(format.sampleRate) Hz, \(format.channelCount) channels, "
                        + "\((audio.bitRate + 500) / 1000) kb/s"
                ))
            let loudness = audio.loudness.map { "\(Figures.tenths($0)) LUFS" } ?? "silence"
            let length = Figures.tenths(audio.length.seconds)
            rows.append(("loudness", "\(loudness) in the \(length) s that were read"))
        } else {
            rows.append(("format", "not decoded: the segments are encrypted"))
        }
        for (key, value) in icyFields.sorted(by: { $0.key < $1.key }) {
            rows.append(("icy-\(key)", value))
        }
        for variant in variants {
            rows.append(
                (
                    "variant",
                    "\(variant.bandwidth ?? 0) bit/s, \(variant.codecs ?? "?"), \(variant.uri)"
                ))
        }
        if let playlist {
            let kind = playlist.hasEnded ? "recorded" : "live"
            rows.append(
                (
                    "playlist",
                    "\(kind), \(playlist.segments.count) segments from number "
                        + "\(playlist.mediaSequence)"
                ))
        }
        for cue in cues {
            rows.append(("cue", "\(Figures.thousandths(cue.position.seconds)) s: \(cue.words)"))
        }
        for tag in tags {
            let words = tag.frames.map { frame in
                [frame.id, frame.description, frame.owner, frame.value].compactMap(\.self)
                    .joined(separator: " ")
            }
            rows.append(
                (
                    "tag",
                    "\(Figures.thousandths(tag.time.inSeconds)) s: "
                        + words.joined(separator: ", ")
                ))
        }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2)
                + value.printable(limit: 160)
        }
    }
}

extension Cue {
    fileprivate var words: String {
        let length = { (duration: Duration?) in
            duration.map { ", \(Figures.thousandths($0.inSeconds)) s long" } ?? ""
        }
        let what =
            switch kind {
            case .out(let duration): "a break begins" + length(duration)
            case .continue(_, let duration): "a break is under way" + length(duration)
            case .in: "the break ends"
            case .cancel: "the break is cancelled"
            }
        return "\(what) (\(source.rawValue))"
    }
}
