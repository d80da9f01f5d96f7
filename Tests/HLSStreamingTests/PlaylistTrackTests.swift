import HLSPlaylists
import MediaTime
import Testing

@testable import HLSStreaming

@Suite("A playlist that is followed")
struct PlaylistTrackTests {
    private static func playlist(_ lines: String..., segment: String = "4") throws -> MediaPlaylist
    {
        let all =
            ["#EXTM3U", "#EXT-X-MEDIA-SEQUENCE:7"] + lines + ["#EXTINF:\(segment),", "7.aac"]
        let text = all.joined(separator: "\n")
        guard case .media(let playlist) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            throw HLSFailure.noAudio
        }
        return playlist
    }

    /// A track that has loaded `playlist` at zero.
    private static func track(_ playlist: MediaPlaylist) -> PlaylistTrack {
        var track = PlaylistTrack(choice: 0, at: .zero)
        _ = track.load(1, at: .zero)
        #expect(track.take(playlist, at: .zero) == .renewed)
        return track
    }

    @Test(
        "without a target duration, its longest segment counts, from half a second to a minute",
        arguments: [
            ("0.1", Duration.milliseconds(500)), ("7.5", .milliseconds(7500)), ("90", .seconds(60)),
        ])
    func target(segment: String, expected: Duration) throws {
        #expect(Self.track(try Self.playlist(segment: segment)).targetDuration == expected)
    }

    @Test("its server is asked to wait until it has answered too early three times")
    func early() throws {
        let playlist = try Self.playlist(
            "#EXT-X-TARGETDURATION:4", "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES")
        var track = Self.track(playlist)
        for id in 2...4 {
            #expect(track.load(id, at: track.due).wait == PlaylistRequest.Wait(sequence: 8))
            #expect(track.take(playlist, at: track.due) == .unchanged)
        }
        #expect(track.load(5, at: track.due).wait == nil)
    }

    @Test("without a new part it is loaded again after half the length of one")
    func partless() throws {
        let playlist = try Self.playlist(
            "#EXT-X-TARGETDURATION:4", "#EXT-X-PART-INF:PART-TARGET=1",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3")
        var track = Self.track(playlist)
        let asked = track.due
        #expect(track.load(2, at: asked).wait == PlaylistRequest.Wait(sequence: 8, part: 0))
        #expect(track.take(playlist, at: asked) == .unchanged)
        #expect(track.due == asked + .milliseconds(500))
    }

    @Test(
        "an older state of it is known by the names of its segments, whatever token follows them",
        arguments: [
            ("7.aac?t=2", PlaylistTrack.Verdict.stale), ("7.aac#2", .stale), ("6.aac", .restarted),
        ])
    func names(segment: String, verdict: PlaylistTrack.Verdict) throws {
        func playlist(_ segments: String...) throws -> MediaPlaylist {
            let lines = segments.flatMap { ["#EXTINF:4,", $0] }
            let text = (["#EXTM3U", "#EXT-X-MEDIA-SEQUENCE:7"] + lines).joined(separator: "\n")
            guard case .media(let playlist) = try HLSPlaylist(parsing: Array(text.utf8)) else {
                throw HLSFailure.noAudio
            }
            return playlist
        }
        var track = Self.track(try playlist("a/7.aac?t=1", "a/8.aac?t=1"))
        _ = track.load(2, at: .seconds(4))
        #expect(track.take(try playlist("b/" + segment), at: .seconds(4)) == verdict)
    }

    @Test("its server is asked to wait until two requests to wait have failed in a row")
    func failingWaits() throws {
        var track = Self.track(
            try Self.playlist(
                "#EXT-X-TARGETDURATION:4", "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"))
        for id in 2...3 {
            #expect(track.load(id, at: track.due).wait == PlaylistRequest.Wait(sequence: 8))
            track.fail(at: track.due)
        }
        #expect(track.load(4, at: track.due).wait == nil)
    }

    @Test("after failures it is tried after 250 ms, twice as long each time, up to its target")
    func failures() throws {
        var track = Self.track(try Self.playlist("#EXT-X-TARGETDURATION:4"))
        let pauses = (0..<6).map { _ in
            let now = Duration.seconds(10)
            track.fail(at: now)
            return track.due - now
        }
        #expect(
            pauses == [
                .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
                .seconds(4),
            ])
    }
}
