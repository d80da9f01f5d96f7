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
