import HLSPlaylists
import MediaTime
import Testing

@testable import HLSStreaming

@Suite("A position in a playlist")
struct PlayPositionTests {
    /// Segments of four seconds.
    private static func playlist(
        from sequence: Int, count: Int = 5, date: String? = nil
    ) throws -> MediaPlaylist {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:\(sequence)"]
        if let date { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)") }
        for index in 0..<count { lines += ["#EXTINF:4,", "\(index).aac"] }
        let text = lines.joined(separator: "\n")
        guard case .media(let playlist) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            throw HLSFailure.noAudio
        }
        return playlist
    }

    @Test(
        "is that of the same date in another playlist, whatever the numbers there",
        arguments: [(100, 500), (102, 502), (103, 503), (99, 500), (200, 505)])
    func dates(sequence: Int, expected: Int) throws {
        let date = "2026-11-24T12:00:00Z"
        let old = try Self.playlist(from: 100, date: date)
        let new = try Self.playlist(from: 500, date: date)
        let place = PlayPosition(sequence: sequence).carried(from: old, to: new, usesParts: false)
        #expect(place == PlayPosition(sequence: expected))
    }

    @Test(
        "has the same number in another playlist without dates",
        arguments: [
            (0, true, 103, 0), (0, false, 103, 0), (2, true, 103, 2), (2, false, 104, 0),
        ])
    func numbers(part: Int, usesParts: Bool, sequence: Int, newPart: Int) throws {
        let place = PlayPosition(sequence: 103, part: part).carried(
            from: try Self.playlist(from: 100), to: try Self.playlist(from: 101),
            usesParts: usesParts)
        #expect(place == PlayPosition(sequence: sequence, part: newPart))
    }

    @Test(
        "has the same number in a shorter playlist that is older by no more than the other lists",
        arguments: [(101, 1, 106), (100, 2, 107)])
    func older(first: Int, count: Int, sequence: Int) throws {
        let place = PlayPosition(sequence: sequence).carried(
            from: try Self.playlist(from: 103), to: try Self.playlist(from: first, count: count),
            usesParts: false)
        #expect(place == PlayPosition(sequence: sequence))
    }

    @Test(
        "begins where a recording says, within it",
        arguments: [("7", 101), ("900", 104), ("-9", 102), ("-900", 100)])
    func start(offset: String, sequence: Int) throws {
        var playlist = try Self.playlist(from: 100)
        playlist.hasEnded = true
        playlist.start = try Self.start("TIME-OFFSET=\(offset)")
        let place = PlayPosition(startOf: playlist, holdBack: .seconds(12), usesParts: false)
        #expect(place == PlayPosition(sequence: sequence))
    }

    private static func start(_ attributes: String) throws -> StartPoint? {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-START:\(attributes)\n#EXTINF:4,\n0"
        guard case .media(let playlist) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            throw HLSFailure.noAudio
        }
        return playlist.start
    }

    @Test("at the very end of a live playlist is that of its last segment")
    func noHoldBack() throws {
        let place = PlayPosition(
            startOf: try Self.playlist(from: 100), holdBack: .zero, usesParts: false)
        #expect(place == PlayPosition(sequence: 104))
    }

    @Test("that another playlist does not have yet comes as many segments after its end")
    func beyond() throws {
        let old = try Self.playlist(from: 100, date: "2026-11-24T12:01:00Z")
        let new = try Self.playlist(from: 500, date: "2026-11-24T12:00:00Z")
        let place = PlayPosition(sequence: 103).carried(from: old, to: new, usesParts: false)
        #expect(place == PlayPosition(sequence: 518))
    }

    @Test("has the same distance from the end of another playlist with other numbers")
    func distance() throws {
        let place = PlayPosition(sequence: 103).carried(
            from: try Self.playlist(from: 100), to: try Self.playlist(from: 500),
            usesParts: false)
        #expect(place == PlayPosition(sequence: 503))
    }
}

@Suite("A request for a playlist")
struct PlaylistRequestTests {
    @Test("asks the server to wait and to leave out what is known, in the specification's order")
    func directives() {
        var request = PlaylistRequest(id: 1, choice: 0)
        #expect(request.directives.isEmpty)
        request.wait = PlaylistRequest.Wait(sequence: 7)
        #expect(request.directives.map { "\($0)=\($1)" } == ["_HLS_msn=7"])
        request.wait?.part = 2
        request.skip = .segmentsAndDateRanges
        #expect(
            request.directives.map { "\($0)=\($1)" }
                == ["_HLS_msn=7", "_HLS_part=2", "_HLS_skip=v2"])
        request.wait = nil
        request.skip = .segments
        #expect(request.directives.map { "\($0)=\($1)" } == ["_HLS_skip=YES"])
    }
}
