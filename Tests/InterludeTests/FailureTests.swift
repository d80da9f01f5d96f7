import Advertising
import AudioDecoding
import HTTPAccess
import StreamFetching
import Testing

@testable import Interlude

@Suite("A failure")
struct FailureTests {
    private static func access(_ reason: HTTPAccessError.Reason) throws -> HTTPAccessError {
        HTTPAccessError(reason, at: try #require(WebAddress("http://ann:secret@a.example/x")))
    }

    private struct Mishap: Error {}

    @Test(
        "of a spot has the reason that a schedule is told",
        arguments: [
            (.empty, .undecodable), (.damagedHeader(.mp3, reason: ""), .undecodable),
            (.noAudioStream(.mp3), .undecodable), (.noise(.mp3), .undecodable),
            (.soundless, .undecodable), (.noSound, .undecodable), (.cancelled, .undecodable),
            (.noDecoders(reason: ""), .unsupported), (.notAudio(found: ""), .unsupported),
            (.unrecognised, .unsupported), (.unsupportedContainer(.mp3), .unsupported),
            (.unsupportedCodec(""), .unsupported), (.unreadableCodec("", reason: ""), .unsupported),
            (.tooLong(limit: .seconds(600)), .overran), (.overBudget(byteCount: 1), .overran),
        ] as [(DecodingError, SpotFailure.Reason)])
    func spot(error: DecodingError, reason: SpotFailure.Reason) {
        let failure = SpotFailure(error, of: "tea.mp3")
        #expect(failure.reason == reason)
        #expect(failure.words == "tea.mp3: \(error)")
    }

    @Test(
        "of a spot on the network has the reason that a schedule is told",
        arguments: [
            (.connectTimedOut, .connectTimeout), (.noAnswer, .connectTimeout),
            (.stalled(.seconds(1)), .stalled), (.tookTooLong(.seconds(1)), .loadTimeout),
            (.invalidRequest(""), .badAddress), (.forbiddenAddress, .badAddress),
            (.tooLarge(maximumByteCount: 1), .overran), (.encoded("gzip"), .unsupported),
            (.undecodable("gzip"), .unsupported),
            (.unknownHost(""), .notFound), (.refused, .notFound), (.unreachable(""), .notFound),
            (.brokenOff, .notFound), (.proxy(""), .notFound),
            (.status(404, retryAfter: nil), .notFound), (.untrusted(""), .notFound),
            (.notHTTP(""), .notFound), (.tooManyOpenFiles, .notFound),
            (.tooManyRedirects(limit: 1), .notFound), (.redirectedAstray(""), .notFound),
        ] as [(HTTPAccessError.Reason, SpotFailure.Reason)])
    func spot(access: HTTPAccessError.Reason, reason: SpotFailure.Reason) throws {
        let error = try Self.access(access)
        let failure = SpotFailure(error, of: "tea.mp3")
        #expect(failure.reason == reason)
        #expect(failure.words == error.description && !failure.words.contains("secret"))
    }

    @Test(
        "of a spot in a file has the reason that a schedule is told",
        arguments: [
            (.notAnAddress("x"), .badAddress), (.oversized("x", maximumByteCount: 1), .overran),
            (.missing("x"), .notFound),
        ] as [(SourceError, SpotFailure.Reason)])
    func spot(source: SourceError, reason: SpotFailure.Reason) {
        #expect(SpotFailure(source, of: "tea.mp3").reason == reason)
        #expect(SpotFailure(source, of: "tea.mp3").words == source.description)
        let other = SpotFailure(Mishap(), of: "tea.mp3")
        #expect(other.reason == .other && other.words.hasPrefix("tea.mp3: "))
    }

    @Test(
        "of a stream has the kind that decides the exit status",
        arguments: [
            (SourceError.missing("a"), .missing),
            (SourceError.unreadable("a", reason: ""), .missing),
            (SourceError.tooManyOpenFiles("a"), .unreachable),
            (SourceError.unstorable("a", reason: ""), .unreachable),
            (SourceError.notAnAddress("a"), .unreadable), (SourceError.localHLS("a"), .unreadable),
            (SourceError.webPage("a"), .unreadable), (SourceError.emptyPlaylist("a"), .unreadable),
            (DecodingError.noDecoders(reason: "no FFmpeg"), .unreachable),
            (DecodingError.noSound, .unreadable),
            (DecodingError.reading(ReadFailure(SourceError.missing("a"))), .missing),
            (FetchFailure.ended(address: "a"), .unreachable),
            (FetchFailure.abandoned(address: "a"), .unreadable),
            (FetchFailure.source(.missing("a")), .missing),
            (SessionFailure(.noOutput, "no output"), .noOutput), (Mishap(), .unreadable),
        ] as [(any Error, SessionFailure.Kind)])
    func stream(error: any Error, kind: SessionFailure.Kind) {
        let failure = SessionFailure(error, of: "live")
        #expect(failure.kind == kind)
        let namesItsSource = !(error is Mishap) && "\(error)" != "\(DecodingError.noSound)"
        #expect(failure.description.hasPrefix("live: ") != namesItsSource)
    }

    @Test(
        "of a stream's server is that it is unreachable, unless its answer cannot be read",
        arguments: [(.refused, .unreachable), (.encoded("gzip"), .unreadable)]
            as [(HTTPAccessError.Reason, SessionFailure.Kind)])
    func server(reason: HTTPAccessError.Reason, kind: SessionFailure.Kind) throws {
        let error = try Self.access(reason)
        for error in [error, FetchFailure.access(error)] as [any Error] {
            let failure = SessionFailure(error, of: "live")
            #expect(failure.kind == kind)
            #expect(failure.description == "\(error)")
        }
    }
}
