import MediaTime
import SessionReports
import Testing

@testable import InterludeCLI

@Suite("A file of expectations")
struct ExpectationFileTests {
    private typealias HeardSpot = SessionExpectation.HeardSpot

    private static func read(
        _ text: String, clock: ClockArgument = .virtual
    ) throws(CommandError) -> SessionExpectation {
        try ExpectationFile.read(Array(text.utf8), path: "e.yaml", clock: clock)
    }

    @Test("says what must be heard")
    func everything() throws {
        let expectation = try Self.read(
            """
            # a break
            played: 60s
            breaks: 1
            spots: 3
            failed: 0
            gap: 5ms
            underruns: {stream: 0, device: 2}
            beacons: 12
            decisions: 1
            loudness: programme
            loudness-tolerance: 2 LU
            end: playing
            returns: [25s, 40s]
            not-heard: [old.mp3, "7"]
            tolerance: 10ms
            heard:
              - spot: tea.mp3
                at: 10s
                for: 5.5s
              - spot: 'camp: 4711'
                tolerance: 1s
                loudness: -18 LUFS
              - spot: cake
                loudness: any
                loudness-tolerance: 0.5
            """)
        var expected = SessionExpectation(tolerance: 480)
        expected.played = .seconds(60)
        expected.breakCount = 1...1
        expected.spotCount = 3...3
        expected.failedLimit = 0
        expected.gapLimit = .milliseconds(5)
        expected.underruns = .init(stream: 0, device: 2)
        expected.beaconCount = 12
        expected.decisionCount = 1
        expected.loudness = .init(.programme, within: 2)
        expected.finalState = .playing
        expected.returns = [FrameTime(.seconds(25)), FrameTime(.seconds(40))]
        expected.unheard = ["old.mp3", "7"]
        var (tea, camp) = (HeardSpot("tea.mp3"), HeardSpot("camp: 4711"))
        tea.start = FrameTime(.seconds(10))
        tea.length = .milliseconds(5500)
        camp.tolerance = 48_000
        camp.loudness = .init(.fixed(-18), within: 2)
        var cake = HeardSpot("cake")
        cake.loudness = .init(nil, within: 0.5)
        expected.heard = [tea, camp, cake]
        #expect(expectation == expected)
    }

    @Test("has a tolerance of its own for the loudness of one spot")
    func ownTolerance() throws {
        let expectation = try Self.read(
            """
            loudness: programme
            loudness-tolerance: 6
            heard:
              - spot: tea.mp3
                loudness-tolerance: 0.5
              - spot: cake.mp3
            """)
        #expect(expectation.loudness == .init(.programme, within: 6))
        #expect(expectation.heard.map(\.loudness) == [.init(.programme, within: 0.5), nil])
    }

    @Test("has one number for all underruns, one time of a return, and one spot not heard")
    func short() throws {
        let expectation = try Self.read("underruns: 3\nreturns: 2s\nnot-heard: a b\nloudness: -16")
        #expect(expectation.underruns == .init(total: 3))
        #expect(expectation.returns == [FrameTime(.seconds(2))])
        #expect(expectation.unheard == ["a b"])
        #expect(expectation.loudness == .init(.fixed(-16), within: 1))
    }

    @Test("is exact to the frame in virtual time, and within half a second in real time")
    func tolerance() throws {
        #expect(try Self.read("breaks: 1", clock: .virtual).tolerance == 0)
        #expect(try Self.read("breaks: 1", clock: .real).tolerance == 24_000)
        #expect(try Self.read("breaks: 1\ntolerance: 0", clock: .real).tolerance == 0)
    }

    @Test(
        "with a mistake is refused with the line and what to write",
        arguments: [
            ("", "line 1: nothing is expected; write it line by line, as in 'breaks: 1'"),
            (
                "# a\n- breaks",
                "line 2: nothing is expected; write it line by line, as in 'breaks: 1'"
            ),
            (
                "\ntolerance: 1s",
                "line 2: nothing is expected; write it line by line, as in 'breaks: 1'"
            ),
            ("gap: 0\nbraeks: 1", "line 2: there is no key 'braeks'; did you mean 'breaks'?"),
            (
                "underruns:\n  all: 1",
                "line 2: there is no key 'all'; the keys are stream, device"
            ),
            ("breaks: 0\nbreaks: 1", "line 2: \"breaks\" is there twice; keep one"),
            ("beacons: -1", "line 1: \"beacons\" is a whole number up to 1000000, as in 2"),
            (
                "beacons: 99999999999999999999",
                "line 1: \"beacons\" is a whole number up to 1000000, as in 2"
            ),
            ("failed: ٣", "line 1: \"failed\" is a whole number up to 1000000, as in 2"),
            ("breaks: [1]", "line 1: \"breaks\" has one value, not a list of them"),
            ("played:", "line 1: \"played\" has no value; write one, or remove it"),
            ("played: 60", "line 1: \"played\": the unit is missing, as in 60s or 60ms"),
            ("gap: -1s", "line 1: \"gap\": must not be negative"),
            (
                "returns:\n  - 1s\n  - soon",
                "line 3: \"returns\": write a time as in 90s, 250ms, 5m, 1h or 1.5s"
            ),
            (
                "loudness: loud",
                "line 1: \"loudness\" is programme, any, or a number from -60 to 0 LUFS"
            ),
            (
                "loudness: nan",
                "line 1: \"loudness\" is programme, any, or a number from -60 to 0 LUFS"
            ),
            (
                "loudness: -18 LU",
                "line 1: \"loudness\" is programme, any, or a number from -60 to 0 LUFS"
            ),
            (
                "loudness: any\nloudness-tolerance: -1",
                "line 2: \"loudness-tolerance\" takes a number from 0 to 20 LU"
            ),
            (
                "end: stopped",
                "line 1: \"end\" is one of playing, buffering, reconnecting, paused"
            ),
            ("heard: tea.mp3", "line 1: \"heard\" is a list; begin each of its lines with '- '"),
            ("heard: []", "line 1: \"heard\" is a list; begin each of its lines with '- '"),
            ("heard:\n  - tea.mp3", "line 2: write a spot as '- spot: tea.mp3'"),
            (
                "heard:\n  - spot: a\n    loudness-tolerance: 1",
                "line 3: \"loudness-tolerance\" needs \"loudness\": programme, or a number of LUFS"
            ),
            (
                "breaks: 1\nloudness-tolerance: 1",
                "line 2: \"loudness-tolerance\" needs \"loudness\": programme, or a number of LUFS"
            ),
            (
                "underruns: {}",
                "line 1: \"underruns\" takes a number, or one each for stream and device"
            ),
            (
                "heard:\n  - at: 1s",
                "line 2: the spot has no name; add 'spot: ' with its title, its file's name or "
                    + "its id"
            ),
            (
                "heard:\n  - spot: a\n    att: 1s",
                "line 3: there is no key 'att'; did you mean 'at'?"
            ),
        ])
    func mistakes(text: String, line: String) {
        #expect(throws: CommandError(.unreadableInput, "e.yaml: \(line)")) { try Self.read(text) }
    }

    @Test("has a number or a range of breaks and of spots")
    func ranges() throws {
        let expectation = try Self.read("breaks: 2..3\nspots: 0..1000000")
        #expect(expectation.breakCount == 2...3)
        #expect(expectation.spotCount == 0...1_000_000)
    }

    @Test(
        "with a range that is none is refused",
        arguments: ["-1", "3..2", "1..", "..2", "1...2", "1..2..3", "1 .. 2", "0..1000001", "two"])
    func badRanges(text: String) {
        let words =
            "e.yaml: line 1: \"breaks\" is a whole number up to 1000000, as in 2, or a range, as in "
            + "2..3"
        #expect(throws: CommandError(.unreadableInput, words)) {
            try Self.read("breaks: \(text)")
        }
    }

    @Test("has lists of bounded length")
    func bounded() throws {
        let list = String(repeating: "  - a\n", count: 2000)
        #expect(try Self.read("not-heard:\n\(list)").unheard.count == 2000)
        #expect(
            throws: CommandError(
                .unreadableInput, "e.yaml: line 2: \"not-heard\" has more than 2000 entries")
        ) { try Self.read("not-heard:\n\(list)  - a") }
    }

    @Test(
        "that is missing, or a folder, is an input that is missing", arguments: ["/nowhere", "/"])
    func missing(path: String) {
        let error = #expect(throws: CommandError.self) {
            try ExpectationFile.read(path, clock: .virtual)
        }
        #expect(error?.status == .missingInput)
    }
}
