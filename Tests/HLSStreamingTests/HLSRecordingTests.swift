import HLSPlaylists
import MediaTime
import Testing

@testable import HLSStreaming

@Suite("A whole HLS recording")
struct HLSRecordingTests {
    private static func playlist(_ lines: [String]) throws -> HLSPlaylist {
        let header = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:7"]
        return try HLSPlaylist(parsing: Array((header + lines).joined(separator: "\n").utf8))
    }

    private static func requests(_ lines: String...) throws -> [MediaRequest] {
        guard case .media(let playlist) = try playlist(lines) else { return [] }
        return try HLSRecording.requests(for: playlist, choice: 3)
    }

    @Test("is requested segment by segment, without those that the station does not have")
    func segments() throws {
        let requests = try Self.requests(
            "#EXT-X-MAP:URI=\"m\"", "#EXT-X-BYTERANGE:10@20", "#EXTINF:4,", "a", "#EXT-X-GAP",
            "#EXTINF:4,", "b", "#EXTINF:2.5,", "c", "#EXT-X-ENDLIST")
        #expect(requests.map(\.id) == [1, 3])
        #expect(requests.map(\.sequence) == [7, 9])
        #expect(requests.map(\.uri) == ["a", "c"])
        #expect(requests.map(\.byteRange?.length) == [10, nil])
        #expect(requests.map(\.duration) == [.seconds(4), .milliseconds(2500)])
        for request in requests {
            #expect(request.map?.uri == "m" && request.choice == 3 && request.run == 1)
            #expect(request.joint == .continued && request.cues.isEmpty)
        }
    }

    @Test(
        "is refused if it goes on, changes inside, has nothing, or cannot be decrypted",
        arguments: [
            (["#EXTINF:4,", "a"], .live),
            (
                ["#EXTINF:4,", "a", "#EXT-X-DISCONTINUITY", "#EXTINF:4,", "b", "#EXT-X-ENDLIST"],
                .discontinuous
            ),
            (
                ["#EXTINF:4,", "a", "#EXT-X-MAP:URI=\"m\"", "#EXTINF:4,", "b", "#EXT-X-ENDLIST"],
                .discontinuous
            ),
            (["#EXT-X-GAP", "#EXTINF:4,", "a", "#EXT-X-ENDLIST"], .empty),
            (
                [
                    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"", "#EXTINF:4,", "a",
                    "#EXT-X-ENDLIST",
                ], .encrypted(method: "SAMPLE-AES")
            ),
        ] as [([String], HLSFailure)])
    func refused(lines: [String], failure: HLSFailure) throws {
        guard case .media(let playlist) = try Self.playlist(lines) else {
            throw HLSFailure.nestedVariants
        }
        #expect(throws: failure) { try HLSRecording.requests(for: playlist, choice: 0) }
    }

    @Test("may begin with a discontinuity, which joins it to nothing")
    func begun() throws {
        let requests = try Self.requests(
            "#EXT-X-DISCONTINUITY", "#EXTINF:4,", "a", "#EXTINF:4,", "b", "#EXT-X-ENDLIST")
        #expect(requests.map(\.uri) == ["a", "b"])
    }

    @Test("of several choices is that which a stream begins with")
    func choices() throws {
        let several = try HLSRecording.choices(in: HLSVariantTests.audio(256_000, 64_000))
        #expect(several.all.map(\.uri) == ["64000.m3u8", "256000.m3u8"])
        #expect(several.request == PlaylistRequest(id: 1, choice: 1))
        let one = try HLSRecording.choices(
            in: Self.playlist(["#EXTINF:4,", "a", "#EXT-X-ENDLIST"]))
        #expect(one.request == nil && one.all.map(\.uri) == [nil])
    }
}
