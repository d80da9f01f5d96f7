import Glibc
import HLSStreaming
import HTTPAccess
import Testing

@testable import StreamFetching

@Suite("Why a stream ended")
struct FetchFailureTests {
    private static let address = WebAddress("http://radio.example/live")!

    private static func access(
        _ reason: HTTPAccessError.Reason
    ) -> FetchFailure { .access(HTTPAccessError(reason, at: address)) }

    @Test(
        "is one line: what happened, and what to try",
        arguments: [
            (.ended(address: "a"), "a: the station stopped sending", "; try again later"),
            (.abandoned(address: "a"), "a: the data cannot be played", ""),
            (.short(.silence, address: "a"), "a: the station sends no audio", "; try again later"),
            (
                .short(.repetition, address: "a"), "a: the station repeats the same audio",
                "; try again later"
            ),
            (
                .short(.slowness, address: "a"), "a: the stream arrives more slowly than it plays",
                "; try again later, or use a lower bit rate"
            ),
            (
                access(.brokenOff), "http://radio.example/live: the connection broke off",
                "; try again"
            ),
            (
                .source(.missing("a.mp3")), "a.mp3: there is no such file; check the path", ""
            ),
        ] as [(FetchFailure, String, String)])
    func words(failure: FetchFailure, cause: String, advice: String) {
        #expect(failure.cause == cause)
        #expect(failure.description == cause + advice)
    }

    @Test("is made of the errors of connections and sources, and of no other")
    func conversion() {
        struct Other: Error {}
        let errors: [any Error] = [
            FetchFailure.ended(address: "a"), HTTPAccessError(.refused, at: Self.address),
            SourceError.missing("a"), CancellationError(), Other(),
        ]
        #expect(
            errors.map { FetchFailure($0) } == [
                .ended(address: "a"), Self.access(.refused), .source(.missing("a")), nil, nil,
            ])
    }

    @Test(
        "tells whether another try may succeed",
        arguments: [
            (.ended(address: ""), .passing(retryAfter: nil)),
            (.short(.slowness, address: ""), .passing(retryAfter: nil)),
            (.abandoned(address: ""), .doubtful(retries: 3)),
            (.source(.missing("")), .hopeless),
            (access(.unknownHost("a")), .passing(retryAfter: nil)),
            (access(.stalled(.seconds(1))), .passing(retryAfter: nil)),
            (access(.proxy("a")), .passing(retryAfter: nil)),
            (access(.tooManyOpenFiles), .passing(retryAfter: nil)),
            (access(.untrusted("a")), .doubtful(retries: 3)),
            (access(.notHTTP("a")), .doubtful(retries: 3)),
            (access(.tooManyRedirects(limit: 1)), .hopeless),
            (access(.forbiddenAddress), .hopeless), (access(.encoded("gzip")), .hopeless),
        ] as [(FetchFailure, FetchFailure.Prospect)])
    func prospects(failure: FetchFailure, prospect: FetchFailure.Prospect) {
        #expect(failure.prospect == prospect)
    }

    @Test(
        "tells by the status whether another try may succeed",
        arguments: [
            (304, .hopeless), (400, .hopeless), (401, .doubtful(retries: 2)), (402, .hopeless),
            (403, .doubtful(retries: 2)), (404, .absent), (405, .hopeless), (407, .hopeless),
            (408, .passing(retryAfter: .seconds(9))), (409, .hopeless), (410, .absent),
            (428, .hopeless), (429, .passing(retryAfter: .seconds(9))), (430, .hopeless),
            (499, .hopeless), (500, .passing(retryAfter: .seconds(9))),
            (599, .passing(retryAfter: .seconds(9))),
        ] as [(Int, FetchFailure.Prospect)])
    func statuses(code: Int, prospect: FetchFailure.Prospect) {
        #expect(Self.access(.status(code, retryAfter: .seconds(9))).prospect == prospect)
    }

    @Test("tells how long a stream may be away: a missing one up to a minute, with a limit")
    func outages() {
        let passing = FetchFailure.ended(address: "")
        let absent = Self.access(.status(404, retryAfter: nil))
        let limits: [Duration?] = [nil, .seconds(59), .seconds(61), .seconds(3600)]
        #expect(limits.map { passing.longestOutage(within: $0) } == limits)
        #expect(
            limits.map { absent.longestOutage(within: $0) }
                == [nil, .seconds(59), .seconds(60), .seconds(60)])
        #expect(passing.passesByItself && absent.passesByItself)
        for failure in [FetchFailure.abandoned(address: ""), .source(.missing(""))] {
            #expect(failure.longestOutage(within: .seconds(60)) == nil)
            #expect(!failure.passesByItself)
        }
    }

    @Test(
        "is one line about a source as well, with the advice at its end",
        arguments: [
            (.missing("a"), "check the path"), (.unreadable("a", reason: "b"), "copy it elsewhere"),
            (.tooManyOpenFiles("a"), "raise the limit with 'ulimit -n'"),
            (.notAnAddress("a"), "a file, or -"),
            (.emptyPlaylist("a"), "names nothing to play; give the address of the stream itself"),
            (
                .oversizedPlaylist("a"),
                "too long for a playlist; give the address of the stream itself"
            ),
            (
                .nestedPlaylists("a", limit: 5),
                "more than 5 playlists name one another; give the address of the stream itself"
            ),
            (.webPage("a"), "this is a web page; give the address of the stream itself"),
            (
                .oversized("a", maximumByteCount: 9),
                "larger than the 9 bytes that are taken; use a smaller file"
            ),
            (.replaced("a"), "it broke off, and the server has no more of it; play it again"),
            (.changed("a"), "it changed on the server while it was read; play it again"),
            (.unseekable("a", maximumByteCount: 3 << 20), "(ffmpeg -movflags +faststart)"),
            (
                .unstorable("a", reason: "b"),
                "(b); free some space, or name another folder in TMPDIR"
            ),
            (.HLS("a", .empty), "the HLS stream cannot be played: \(HLSFailure.empty)"),
            (.localHLS("a"), "address that the station publishes"),
            (.undecryptable("a"), "with the key that the playlist names; try again later"),
        ] as [(SourceError, String)])
    func sources(error: SourceError, ending: String) {
        #expect(error.description.hasPrefix("a: ") && error.description.hasSuffix(ending))
        #expect(!error.description.contains("\n"))
    }

    @Test("says that a source is empty, and what to give instead")
    func empty() {
        #expect(
            SourceError.notAnAddress("").description
                == "the source is empty; give an http:// or https:// address, a file, or -")
    }

    @Test("names the size that is downloaded, and keeps the advice after a long name")
    func lengths() {
        let limited = SourceError.unseekable("a", maximumByteCount: 3 << 20).description
        #expect(limited.contains("larger than the 3 MiB"))
        let long = SourceError.webPage(String(repeating: "a", count: 5000)).description
        #expect(long.count <= 600 && long.hasSuffix("give the address of the stream itself"))
    }

    @Test(
        "is found in what the system says of a file",
        arguments: [
            (ENOENT, .missing("a")), (ENOTDIR, .missing("a")), (EMFILE, .tooManyOpenFiles("a")),
            (EACCES, .unreadable("a", reason: "Permission denied")),
            (EISDIR, .unreadable("a", reason: "Is a directory")),
        ] as [(CInt, SourceError)])
    func system(code: CInt, error: SourceError) {
        #expect(SourceError(reading: "a", code: code) == error)
    }
}
