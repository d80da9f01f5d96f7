import Advertising
import Foundation
import Interlude
import PCMAudio
import Testing

@testable import InterludeCLI

@Suite("Control request")
struct ControlRequestTests {
    @Test(
        "survives its way through JSON",
        arguments: [
            .consent(AdPrivacy()), .status, .ignore, .pause, .resume, .live, .skip, .skipBreak,
            .mute, .unmute,
            .stop, .delay(.seconds(5)),
            .seek(.milliseconds(-1500)), .volume(Gain(linear: 0.5)), .adVolume(Gain(linear: 0.5)),
            .play("http://a.example/b"),
            .push([Advertisement(id: 3, title: "Tea", audioFileURL: "/spots/tea.mp3")]),
            .pushAndWait([Advertisement(id: 0, title: "", audioFileURL: "/a", adID: "camp-4711")]),
            .pushInStream([Advertisement(id: 0, title: "", audioFileURL: "/a")], at: .end),
            .pushInStream(
                [Advertisement(id: 0, title: "", audioFileURL: "/a")],
                at: .time(.milliseconds(1500))),
        ] as [ControlRequest])
    func roundTrip(request: ControlRequest) throws {
        let data = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(ControlRequest.self, from: data) == request)
    }

    @Test("names a file that is not there before the player is asked")
    func missingSpot() {
        let error = #expect(throws: CommandError.self) {
            try ControlRequest(verb: .push, values: ["/nowhere/spot.mp3"])
        }
        #expect(error?.status == .missingInput)
        #expect(error?.description.contains("/nowhere/spot.mp3") == true)
    }

    @Test(
        "is made from a verb and its arguments",
        arguments: [
            (["seek", "--", "-10s"], .seek(.seconds(-10))),
            (["pause"], .pause), (["mute"], .mute), (["unmute"], .unmute),
            (["delay", "5s"], .delay(.seconds(5))),
            (["seek", "-30s"], .seek(.seconds(-30))),
            (["volume", "-20dB"], .volume(.decibels(-20))),
            (["ad-volume", "-20dB"], .adVolume(.decibels(-20))),
            (["play", "http://a.example/b"], .play("http://a.example/b")),
            (
                ["push", "http://a.example/b.mp3"],
                .push([
                    Advertisement(id: 0, title: "b.mp3", audioFileURL: "http://a.example/b.mp3")
                ])
            ),
        ] as [([String], ControlRequest)])
    func arguments(arguments: [String], request: ControlRequest) throws {
        let command = try #require(InterludeCommand.parseAsRoot(["ctl"] + arguments) as? CtlCommand)
        #expect(try command.request() == request)
    }

    @Test("says what the player does while it answers only after seconds")
    func waitingWords() {
        #expect(
            ControlRequest.play("http://ann:pw@a.example/b").waitingWords
                == "connecting to http://a.example/b")
        #expect(ControlRequest.pause.waitingWords == nil)
    }

    @Test(
        "names a place in the stream with --at, which only push without --wait takes",
        arguments: [("90s", StreamPlace.time(.seconds(90))), ("end", .end)])
    func place(text: String, place: StreamPlace) throws {
        func command(_ arguments: String...) throws -> CtlCommand {
            try #require(InterludeCommand.parseAsRoot(["ctl"] + arguments) as? CtlCommand)
        }
        let spot = "http://a.example/b.mp3"
        guard
            case .pushInStream(let spots, place) = try command("push", "--at", text, spot).request()
        else {
            Issue.record("it is no push for a place")
            return
        }
        #expect(spots.map(\.audioFileURL) == [spot])
        for arguments in [["pause", "--at", text], ["push", "--wait", "--at", text, spot]] {
            let command = try #require(
                InterludeCommand.parseAsRoot(["ctl"] + arguments) as? CtlCommand)
            let error = #expect(throws: CommandError.self) { try command.request() }
            #expect(error?.status == .usage)
        }
    }

    @Test("skips the whole break with --break, which no other verb takes")
    func wholeBreak() throws {
        func command(_ arguments: String...) throws -> CtlCommand {
            try #require(InterludeCommand.parseAsRoot(["ctl"] + arguments) as? CtlCommand)
        }
        #expect(try command("skip", "--break").request() == .skipBreak)
        #expect(try command("skip").request() == .skip)
        let error = #expect(throws: CommandError.self) { try command("pause", "--break").request() }
        #expect(error?.status == .usage)
        #expect(error?.description.contains("--break only goes with skip") == true)
    }

    @Test("waits for the spots of a push with --wait, which no other verb takes")
    func waiting() throws {
        let command = try #require(
            InterludeCommand.parseAsRoot(["ctl", "push", "--wait", "http://a.example/b"])
                as? CtlCommand)
        #expect(command.waits && command.values == ["http://a.example/b"])
        let error = #expect(throws: CommandError.self) { try PushWaiting(for: .pause, to: nil) }
        #expect(error?.status == .usage)
        #expect(error?.description == "ctl: --wait only goes with push")
    }

    @Test(
        "the state of a spot names it once",
        arguments: [
            ("Tea", nil, "failed: Tea"), ("Tea", "it is gone", "failed: Tea: it is gone"),
            (
                "http://a.example/t", "http://a.example/t: it is gone",
                "failed: http://a.example/t: it is gone"
            ),
        ] as [(String, String?, String)])
    func spotWords(title: String, reason: String?, words: String) {
        #expect(SpotProgress(spot: 1, title: title, .failed, reason: reason).words == words)
    }

    @Test("B27: a consent has the strings of its options, and no other verb has any")
    func consent() throws {
        let command = try #require(
            InterludeCommand.parseAsRoot(["ctl", "consent", "--tcf-consent", "CPX"]) as? CtlCommand)
        var privacy = AdPrivacy()
        privacy.tcfConsent = "CPX"
        #expect(try command.request() == .consent(privacy))
        for arguments in [["pause", "--tcf-consent", "CPX"], ["consent", "now"]] {
            let other = try #require(
                InterludeCommand.parseAsRoot(["ctl"] + arguments) as? CtlCommand)
            #expect(throws: CommandError.self) { try other.request() }
        }
    }

    @Test(
        "falls short of a push unless every spot was played to its end",
        arguments: [
            ([.completed, .completed], nil),
            ([.completed], "1 of 2 spots were played to their end"),
            ([.completed, .failed], "1 of 2 spots were played to their end"),
            ([.playing, .skipped, .notPlayed], "0 of 2 spots were played to their end"),
        ] as [([SpotProgress.State], String?)])
    func shortfall(states: [SpotProgress.State], words: String?) {
        var tally = PushTally(spotCount: 2)
        for state in states { tally.note(SpotProgress(spot: 1, title: "Tea", state)) }
        #expect(tally.shortfall == words)
    }

    @Test("falls short of a push whose spot's file is cut off")
    func cutShort() {
        var tally = PushTally(spotCount: 1)
        tally.note(SpotProgress(spot: 1, title: "Tea", .completed, reason: "the file is cut off"))
        #expect(tally.shortfall == "0 of 1 spots were played to their end")
    }

    @Test(
        "is refused if an argument is missing or unexpected",
        arguments: [
            (.pause, ["now"], "takes no value"), (.push, [], "the SPOT is missing"),
            (.delay, [], "exactly one T"), (.delay, ["-5s"], "negative"),
            (.volume, ["2"], "between 0 and 1.5"), (.adVolume, ["-1"], "between 0 and 1.5"),
            (.play, ["a", "b"], "exactly one SOURCE"),
            (.play, ["-"], "cannot read"),
        ] as [(ControlVerb, [String], String)])
    func refused(verb: ControlVerb, values: [String], reason: String) {
        let error = #expect(throws: CommandError.self) {
            try ControlRequest(verb: verb, values: values)
        }
        #expect(error?.status == .usage)
        #expect(error?.description.contains(reason) == true)
    }

    @Test("a missing file is a missing input")
    func missing() {
        let error = #expect(throws: CommandError.self) {
            try ControlRequest(verb: .play, values: ["/nowhere/live.mp3"])
        }
        #expect(error?.status == .missingInput)
    }
}
