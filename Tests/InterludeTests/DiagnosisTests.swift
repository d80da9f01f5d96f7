import AudioDecoding
import MediaTime
import Playout
import StreamFetching
import Testing

@testable import Interlude

@Suite("A line of diagnostics about a stream")
struct DiagnosisTests {
    @Test(
        "says what its connection does, unless that is too much",
        arguments: [
            (.connecting(attempt: 1), "connecting to live"),
            (.connecting(attempt: 2), "connecting to live, try 2"), (.received(byteCount: 9), nil),
            (
                .lost(.ended(address: "live")),
                "lost: \(FetchFailure.ended(address: "live"))"
            ),
            (.resumed, "resumed at the byte where it broke off"),
            (.waiting(for: .milliseconds(1500)), "next try in 1500 ms"),
            (
                .gaveUp(.ended(address: "live")),
                "gave up: \(FetchFailure.ended(address: "live"))"
            ),
        ] as [(FetchEvent, String?)])
    func connection(event: FetchEvent, line: String?) {
        #expect(event.diagnosis(of: "live") == line)
    }

    @Test("says where its audio goes on, and where it is damaged")
    func audio() {
        var figures = DecodingFigures()
        figures.concealed = 3
        let frame = FrameTime(72_000)
        let expected: [(ReaderEvent, String?)] = [
            (
                .reconnected(.seamless(repeated: 24_000)),
                "resumed where it broke off, without 0.5 s that the server sent again"
            ),
            (
                .reconnected(.broken(at: frame)),
                "resumed, but not where it broke off, at 1.5 s of the stream"
            ),
            (
                .spliced(at: frame),
                "continues with another stream of its format at 1.5 s of the stream"
            ),
            (
                .concealed(figures, at: frame),
                "is damaged at 1.5 s of the stream, damaged packets so far: 3"
            ),
            (.connectionLost(reason: "gone"), "lost: gone"), (.title("x", at: frame), nil),
            (.kept(nil), nil), (.leftBehind(oldest: frame), nil), (.ended(frame, figures), nil),
        ]
        for (event, line) in expected { #expect(event.diagnosis == line) }
    }
}
