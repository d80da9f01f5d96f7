import TestFiles
import Testing

@testable import InterludeCLI

@Suite("What 'inspect hls' prints")
struct InspectHLSTests {
    private static func printed(_ lines: String...) async throws(CommandError) -> String {
        let path: String
        let folder: TemporaryFolder
        do {
            folder = try TemporaryFolder()
            path = try folder.write(lines.joined(separator: "\n").utf8, to: "list.m3u8")
        } catch {
            throw CommandError(.missingInput, "\(error)")
        }
        let printed = try await InspectHLSCommand.inspect(.file(path: path)).description
        withExtendedLifetime(folder) {}
        return printed
    }

    @Test("is a media playlist with its ad markers, with sorted keys")
    func media() async throws {
        let printed = try await Self.printed(
            "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:9",
            "#EXTINF:6,", "a.ts", "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:07.5Z",
            "#EXT-X-DISCONTINUITY", "#EXT-X-CUE-OUT-CONT:2/30", "#EXTINF:4.5,", "b.ts",
            "#EXT-X-CUE-IN")
        #expect(
            printed
                == #"{"cues":[{"at":6,"duration":30,"elapsed":2,"kind":"continue","source":"hls"},"#
                + #"{"at":10.5,"kind":"in","source":"hls"}],"dateRanges":[],"endList":false,"#
                + #""kind":"media","mediaSequence":9,"segments":[{"discontinuity":false,"#
                + #""duration":6,"programDateTime":1772366401500,"uri":"a.ts"},{"discontinuity":true,"#
                + #""duration":4.5,"programDateTime":1772366407500,"uri":"b.ts"}],"targetDuration":6,"#
                + #""variants":[],"version":3}"#)
    }

    @Test("has all attributes of a date range")
    func dateRange() async throws {
        let printed = try await Self.printed(
            "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\","
                + "START-DATE=\"2026-03-01T12:00:00Z\",END-DATE=\"2026-03-01T12:00:30Z\","
                + "DURATION=30,PLANNED-DURATION=31,SCTE35-OUT=0x1,SCTE35-IN=0x2,SCTE35-CMD=0x3,"
                + "X-ASSET-URI=\"u\",X-ASSET-LIST=\"l\",X-RESUME-OFFSET=-1,X-PLAYOUT-LIMIT=9.5,"
                + "X-SNAP=\"IN\",X-RESTRICT=\"SKIP\",CUE=\"PRE\"")
        let range =
            #"{"assetList":"l","assetUri":"u","class":"com.apple.hls.interstitial","cue":"PRE","#
            + #""duration":30,"endDate":"2026-03-01T12:00:30Z","id":"i","plannedDuration":31,"#
            + #""playoutLimit":9.5,"restrict":"SKIP","resumeOffset":-1,"scte35Cmd":"0x3","#
            + #""scte35In":"0x2","scte35Out":"0x1","snap":"IN","startDate":"2026-03-01T12:00:00Z"}"#
        #expect(printed.contains(range))
    }

    @Test("is a multivariant playlist with its variants")
    func multivariant() async throws {
        let printed = try await Self.printed(
            "#EXTM3U", "#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"", "lo.m3u8")
        #expect(
            printed == #"{"cues":[],"dateRanges":[],"kind":"multivariant","segments":[],"#
                + #""variants":[{"bandwidth":64000,"codecs":"mp4a.40.2","uri":"lo.m3u8"}]}"#)
    }

    @Test("is an error with the status for unreadable input, and its line")
    func refused() async throws {
        do throws(CommandError) {
            _ = try await Self.printed("#EXTM3U", "#EXTINF:-1,Radio", "http://radio.example/")
            Issue.record("it was understood")
        } catch {
            #expect(error.status == .unreadableInput)
            #expect(
                "\(error)".hasSuffix(
                    "list.m3u8: line 2: '#EXTINF' must have a number of seconds up to 24 h"))
        }
    }
}
