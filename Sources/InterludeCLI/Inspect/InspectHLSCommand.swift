import AdCues
import ArgumentParser
import HLSPlaylists
import Interlude
import MediaTime

/// `interlude inspect hls INPUT`: prints an HLS playlist and its ad markers.
struct InspectHLSCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hls",
        abstract: "Print an HLS playlist and its ad markers.",
        discussion: """
            Reads a multivariant or a media playlist. Prints one JSON object; times are seconds, \
            and "programDateTime" is milliseconds since 1970. "cues" has the ad markers of all \
            dialects, with their places from the beginning of the first segment. For another \
            document it ends with status 65, and prints an object with "error". Addresses in the \
            playlist are not fetched.
            """)

    @OptionGroup var document: DocumentArgument

    func run() async throws {
        try await InspectCommand.print { () async throws(CommandError) -> JSONValue in
            try await Self.inspect(document.input)
        }
    }

    static func inspect(_ input: SourceArgument) async throws(CommandError) -> JSONValue {
        let document = try await InspectedDocument(
            input,
            within: InspectedDocument.Limit(
                byteCount: HLSLimits.byteCount,
                refusal: { HLSPlaylist.refusal(ofBeginning: $0)?.description }))
        do throws(HLSPlaylistError) {
            switch try HLSPlaylist(parsing: document.bytes) {
            case .multivariant(let playlist): return playlist.inspection
            case .media(let playlist): return playlist.inspection
            }
        } catch {
            throw CommandError(.unreadableInput, "\(document.name): \(error)")
        }
    }
}

extension MultivariantPlaylist {
    /// The playlist as JSON with sorted keys. What it does not have is left out.
    fileprivate var inspection: JSONValue {
        .present([
            "cues": [],
            "dateRanges": [],
            "kind": "multivariant",
            "segments": [],
            "variants": .array(variants.map(\.inspection)),
            "version": JSONValue(version),
        ])
    }
}

extension Variant {
    var inspection: JSONValue {
        .present([
            "bandwidth": JSONValue(bandwidth),
            "codecs": JSONValue(codecs),
            "uri": .string(uri),
        ])
    }
}

extension MediaPlaylist {
    fileprivate var inspection: JSONValue {
        let dates = ProgramDates(self).dates
        let inspectedSegments = segments.enumerated().map { index, segment in
            segment.inspection(at: dates.isEmpty ? nil : dates[index])
        }
        return .present([
            "cues": .array(Cue.cues(in: self).map(\.inspection)),
            "dateRanges": .array(dateRanges.map(\.inspection)),
            "endList": .bool(hasEnded),
            "kind": "media",
            "mediaSequence": .integer(Int64(mediaSequence)),
            "segments": .array(inspectedSegments),
            "targetDuration": JSONValue(targetDuration?.inSeconds),
            "variants": [],
            "version": JSONValue(version),
        ])
    }
}

extension MediaSegment {
    fileprivate func inspection(at date: WallClockDate?) -> JSONValue {
        .present([
            "discontinuity": .bool(isDiscontinuous),
            "duration": .decimal(duration.inSeconds),
            "programDateTime": date?.inspection ?? .null,
            "uri": .string(uri),
        ])
    }
}

extension WallClockDate {
    /// Milliseconds since the beginning of 1970. Whole ones, as tags have them, are exact.
    fileprivate var inspection: JSONValue {
        let (whole, rest) = sinceEpoch.attoseconds.quotientAndRemainder(
            dividingBy: 1_000_000_000_000_000)
        guard rest != 0 else { return .integer(Int64(clamping: whole)) }
        return .decimal(Double(whole) + Double(rest) * 1e-15)
    }
}

extension DateRange {
    fileprivate var inspection: JSONValue {
        let resumeOffset = attributes.seconds("X-RESUME-OFFSET", within: .offset)
        return .present([
            "assetList": JSONValue(attributes["X-ASSET-LIST"]),
            "assetUri": JSONValue(attributes["X-ASSET-URI"]),
            "class": JSONValue(className),
            "cue": JSONValue(attributes["CUE"]),
            "duration": JSONValue(attributes.seconds("DURATION")?.inSeconds),
            "endDate": JSONValue(attributes["END-DATE"]),
            "id": .string(id),
            "plannedDuration": JSONValue(plannedDuration?.inSeconds),
            "playoutLimit": JSONValue(attributes.seconds("X-PLAYOUT-LIMIT")?.inSeconds),
            "restrict": JSONValue(attributes["X-RESTRICT"]),
            "resumeOffset": JSONValue(resumeOffset?.inSeconds),
            "scte35Cmd": JSONValue(attributes["SCTE35-CMD"]),
            "scte35In": JSONValue(attributes["SCTE35-IN"]),
            "scte35Out": JSONValue(attributes["SCTE35-OUT"]),
            "snap": JSONValue(attributes["X-SNAP"]),
            "startDate": JSONValue(attributes["START-DATE"]),
        ])
    }
}

extension Cue {
    var inspection: JSONValue {
        let name: String
        var length: Duration?
        var passed: Duration?
        switch kind {
        case .out(let duration):
            name = "out"
            length = duration
        case .continue(let elapsed, let duration):
            name = "continue"
            length = duration
            passed = elapsed
        case .in: name = "in"
        case .cancel: name = "cancel"
        }
        return .present([
            "at": .decimal(position.seconds),
            "duration": JSONValue(length?.inSeconds),
            "elapsed": JSONValue(passed?.inSeconds),
            "id": JSONValue(id),
            "kind": .string(name),
            "source": .string(source.rawValue),
        ])
    }
}
