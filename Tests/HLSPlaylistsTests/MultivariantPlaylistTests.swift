import HLSPlaylists
import MediaTime
import Testing

@Suite("A multivariant playlist")
struct MultivariantPlaylistTests {
    @Test("is read with its variants and renditions")
    func whole() throws {
        let playlist = try multivariant(
            "#EXT-X-VERSION:7",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"hi\",NAME=\"Deutsch\",LANGUAGE=\"de\",DEFAULT=YES,"
                + "URI=\"de.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=256000, AVERAGE-BANDWIDTH=240000,"
                + "CODECS=\"mp4a.40.2,avc1.4d401e\",AUDIO=\"hi\"",
            "hi.m3u8", "#EXT-X-STREAM-INF:PROGRAM-ID=1", "lo.m3u8",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI=\"i.m3u8\"",
            "#EXT-X-SESSION-DATA:DATA-ID=\"com.example.title\",VALUE=\"News\"",
            "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"",
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer\"")
        #expect(playlist.version == 7)
        #expect(playlist.variants.map(\.uri) == ["hi.m3u8", "lo.m3u8"])
        #expect(playlist.variants.map(\.bandwidth) == [256_000, nil])
        #expect(playlist.variants[0].averageBandwidth == 240_000)
        #expect(playlist.variants[0].codecs == "mp4a.40.2,avc1.4d401e")
        #expect(playlist.variants[0].audioGroup == "hi")
        let rendition = try #require(playlist.renditions.first)
        #expect(rendition.name == "Deutsch" && rendition.isDefault && !rendition.isAutoselected)
        #expect(rendition.uri == "de.m3u8")
        #expect(playlist.iFrameVariants.map(\.uri) == ["i.m3u8"])
        #expect(playlist.sessionData.map { $0["VALUE"] } == ["News"])
        #expect(playlist.sessionKeys.map(\.uri) == ["k"])
        #expect(playlist.contentSteering?["SERVER-URI"] == "/steer")
    }

    @Test("replaces its variables in addresses and attributes, and not in their own values")
    func variables() throws {
        let playlist = try multivariant(
            "#EXT-X-DEFINE:NAME=\"host\",VALUE=\"radio.example/{$\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"{$host}\"", "https://{$host}/{a}/{$host}")
        #expect(playlist.variants[0].codecs == "radio.example/{$")
        #expect(playlist.variants[0].uri == "https://radio.example/{$/{a}/radio.example/{$")
    }

    @Test("gives its variables to a media playlist, which may also take those of its address")
    func imported() throws {
        let playlist = try media(
            "#EXT-X-DEFINE:IMPORT=\"host\"", "#EXT-X-DEFINE:QUERYPARAM=\"token\"", "#EXTINF:6,",
            "//{$host}/a.ts?t={$token}",
            in: HLSPlaylist.Surroundings(imported: ["host": "h"], query: ["token": "7"]))
        #expect(playlist.segments[0].uri == "//h/a.ts?t=7")
    }

    @Test(
        "is refused if a variable is missing, defined twice, or makes a line too long",
        arguments: [
            (["{$b}"], "line 4: the variable 'b' is not defined"),
            (["#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\""], "line 4: the variable 'a' is defined twice"),
            (["#EXT-X-DEFINE:IMPORT=\"c\""], "line 4: the variable 'c' is not defined"),
            (
                ["#EXT-X-DEFINE:VALUE=\"c\""],
                "line 4: '#EXT-X-DEFINE' must have NAME, IMPORT or QUERYPARAM"
            ),
            (
                [String(repeating: "{$a}", count: 3_000)],
                "line 4: a line of more than 65536 bytes"
            ),
        ])
    func refused(lines: [String], error: String) {
        let value = String(repeating: "x", count: 60)
        let document =
            ["#EXTM3U", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"", "#EXT-X-STREAM-INF:X=1"]
            + lines
        #expect(refusal(document.joined(separator: "\n")) == error)
    }
}
