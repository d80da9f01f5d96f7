import HTTPAccess
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import Testing

@testable import AudioDecoding
@testable import Interlude

@Suite("The events of a stream on their way to the session")
struct OutletTests {
    private static let frame = FrameTime(72_000)
    private static let description = StreamDescription(
        codec: "mp3", container: .mp3, sampleRate: 44_100, channelCount: 1, bitRate: 128_000,
        length: nil)

    /// What the session learns while `body` uses the outlet.
    private static func events(
        givingUpAfter giveUp: Duration? = nil, _ body: (Outlet) -> Void
    ) -> [SourceEvent] {
        let events = Guarded([SourceEvent]())
        body(Outlet({ event in events.withLock { $0.append(event) } }, givingUpAfter: giveUp))
        return events.withLock { $0 }
    }

    @Test("are those of the reader")
    func reader() {
        let cases: [(ReaderEvent, [SourceEvent])] = [
            (.title("x", at: Self.frame), [.title("x", at: Self.frame)]),
            (.tag([], at: Self.frame), [.tag([], at: Self.frame)]),
            (.connectionLost(reason: "gone"), []),
            (.reconnected(.seamless(repeated: 5)), [.reconnected]),
            (
                .reconnected(.broken(at: Self.frame)),
                [.reconnected, .discontinuity(.reconnected, at: Self.frame)]
            ),
            (.kept(.seconds(5)), [.kept(.seconds(5))]), (.kept(nil), [.kept(nil)]),
            (.leftBehind(oldest: Self.frame), [.leftBehind(oldest: Self.frame)]),
            (.ended(Self.frame, DecodingFigures()), [.ended(Self.frame)]),
        ]
        for kind in [SourceFacts.Kind.live, .file] {
            for (event, expected) in cases {
                let seen = Self.events { $0.send(event, as: kind, of: "radio", station: nil) }
                #expect(seen == expected)
            }
        }
    }

    @Test("tell of breaks in the sound of a live stream, and not of a file")
    func discontinuities() {
        let cases: [(ReaderEvent, Discontinuity.Reason)] = [
            (.formatChanged(Self.description, at: Self.frame), .formatChanged),
            (.spliced(at: Self.frame), .spliced),
            (.concealed(DecodingFigures(), at: Self.frame), .damaged),
        ]
        for (event, reason) in cases {
            let live = Self.events { $0.send(event, as: .live, of: "radio", station: nil) }
            #expect(live == [.discontinuity(reason, at: Self.frame)])
            #expect(Self.events { $0.send(event, as: .file, of: "a", station: nil) }.isEmpty)
        }
    }

    @Test("begin with the source, once, and with the name of its station")
    func opened() {
        let seen = Self.events { outlet in
            for station in ["Tea", "Ferry"] {
                outlet.send(
                    .opened(Self.description), as: .live, of: "radio", station: station)
            }
        }
        let facts = SourceFacts(
            kind: .live, codec: "mp3", sampleRate: 44_100, channelCount: 1, name: "Tea")
        #expect(seen == [.opened(facts)])
    }

    @Test("go to the latest receiver")
    func led() {
        let later = Guarded([SourceEvent]())
        let seen = Self.events { outlet in
            outlet.send(.ready)
            outlet.lead { event in later.withLock { $0.append(event) } }
            outlet.send(.reconnected)
        }
        #expect(seen == [.ready])
        #expect(later.withLock { $0 } == [.reconnected])
    }

    @Test(
        "are those of the connection once the stream is open, with how long it is retried",
        arguments: [
            (nil, "retrying without end"), (.seconds(30), "retrying for 30 s"),
            (.milliseconds(250), "retrying for 0.25 s"),
        ] as [(Duration?, String)])
    func connection(giveUp: Duration?, words: String) {
        let connection: [FetchEvent] = [
            .connecting(attempt: 1), .received(byteCount: 9), .waiting(for: .seconds(1)),
            .lost(.ended(address: "radio")), .resumed,
        ]
        let seen = Self.events(givingUpAfter: giveUp) { outlet in
            for event in connection { outlet.send(event) }
            outlet.send(.opened(Self.description), as: .live, of: "radio", station: nil)
            for event in connection { outlet.send(event) }
        }
        #expect(
            Array(seen.dropFirst()) == [
                .reconnecting(reason: "radio: the station stopped sending; \(words)"), .reconnected,
            ])
    }

    @Test(
        "say without end also of a mount that is not there, but not of what does not pass",
        arguments: [
            (404, nil, "retrying without end"), (404, .seconds(90), "retrying for 60 s"),
            (403, nil, "retrying"), (403, .seconds(90), "retrying"),
        ] as [(Int, Duration?, String)])
    func refused(status: Int, giveUp: Duration?, words: String) throws {
        let address = try #require(WebAddress("http://a.example/live"))
        let failure = FetchFailure.access(
            HTTPAccessError(.status(status, retryAfter: nil), at: address))
        let seen = Self.events(givingUpAfter: giveUp) { outlet in
            outlet.send(.opened(Self.description), as: .live, of: "radio", station: nil)
            outlet.send(.lost(failure))
        }
        #expect(seen.last == .reconnecting(reason: "\(failure.cause); \(words)"))
    }

    @Test(
        "end with the outage of a live stream, or with what is wrong with its bytes",
        arguments: [SourceFacts.Kind.live, .file])
    func outage(kind: SourceFacts.Kind) {
        let seen = Self.events(givingUpAfter: .seconds(30)) { outlet in
            outlet.send(.opened(Self.description), as: kind, of: "radio", station: nil)
            outlet.send(.gaveUp(.ended(address: "radio")))
            let failure = DecodingError.reading(ReadFailure(FetchFailure.ended(address: "radio")))
            outlet.send(.failed(failure), as: kind, of: "radio", station: nil)
        }
        guard case .failed(let failure)? = seen.last else {
            Issue.record("no failure in \(seen)")
            return
        }
        let outage = "radio: the station did not come back within 30 s"
        #expect((failure == SessionFailure(.unreachable, outage)) == (kind == .live))
    }

    @Test("leave out damage in the middle of a recording, which ends it there")
    func damage() {
        func failures(_ kind: SourceFacts.Kind, opened isOpened: [ReaderEvent]) -> Int {
            let seen = Self.events { outlet in
                for event in isOpened { outlet.send(event, as: kind, of: "a", station: nil) }
                outlet.send(.failed(DecodingError.noSound), as: kind, of: "a", station: nil)
            }
            return seen.count { if case .failed = $0 { true } else { false } }
        }
        #expect(failures(.file, opened: []) == 1)
        #expect(failures(.file, opened: [.opened(Self.description)]) == 0)
        #expect(failures(.live, opened: [.opened(Self.description)]) == 1)
    }
}
