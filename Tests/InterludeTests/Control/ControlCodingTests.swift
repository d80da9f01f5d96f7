import Advertising
import Foundation
import PCMAudio
import Testing

@testable import Interlude

@Suite("A request to a running player")
struct ControlCodingTests {
    private static let spot = Advertisement(
        id: 3, title: "Tea", audioFileURL: "http://a.example/tea.mp3")

    @Test(
        "is one JSON object, which means the same at the other end",
        arguments: [
            (.status, #"{"verb":"status"}"#), (.ignore, #"{"verb":"ignore"}"#),
            (.ignoreSpot(id: 4), #"{"spot":4,"verb":"ignore"}"#), (.pause, #"{"verb":"pause"}"#),
            (.resume, #"{"verb":"resume"}"#), (.live, #"{"verb":"live"}"#),
            (.delay(.milliseconds(1500)), #"{"seconds":1.5,"verb":"delay"}"#),
            (.seek(.seconds(-30)), #"{"seconds":-30,"verb":"seek"}"#),
            (.volume(Gain(linear: 0.5)), #"{"gain":0.5,"verb":"volume"}"#),
            (.adVolume(Gain(linear: 0.5)), #"{"gain":0.5,"verb":"ad-volume"}"#),
            (.skip, #"{"verb":"skip"}"#), (.skipBreak, #"{"break":true,"verb":"skip"}"#),
            (.play("a.mp3"), #"{"source":"a.mp3","verb":"play"}"#), (.stop, #"{"verb":"stop"}"#),
        ] as [(ControlRequest, String)])
    func coded(request: ControlRequest, text: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(request), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(ControlRequest.self, from: Data(text.utf8)) == request)
    }

    @Test("with spots has all of them, and whether it is answered at once")
    func pushes() throws {
        for request in [ControlRequest.push([Self.spot]), .pushAndWait([Self.spot, Self.spot])] {
            let data = try JSONEncoder().encode(request)
            #expect(try JSONDecoder().decode(ControlRequest.self, from: data) == request)
        }
        let plain = #"{"verb":"push","spots":[]}"#
        #expect(
            try JSONDecoder().decode(ControlRequest.self, from: Data(plain.utf8)) == .push([]))
    }

    @Test(
        "is a command to the session, unless it only asks",
        arguments: [
            (.status, nil), (.push([spot]), .push([spot])), (.pushAndWait([spot]), .push([spot])),
            (.ignore, .ignoreAdvertisements), (.ignoreSpot(id: 4), .ignoreAdvertisement(id: 4)),
            (.pause, .pause), (.resume, .unpause), (.live, .goLive),
            (.delay(.seconds(2)), .setDelay(.seconds(2))), (.seek(.seconds(3)), .seek(.seconds(3))),
            (.volume(.unity), .setVolume(.unity)), (.adVolume(.silence), .setAdVolume(.silence)),
            (.mute, .mute), (.unmute, .unmute), (.skip, .skip), (.skipBreak, .skipBreak),
            (.play("a"), .play(source: "a")), (.playPublic("a"), .playPublic(source: "a")),
            (.stop, .stop),
        ] as [(ControlRequest, SessionCommand?)])
    func command(request: ControlRequest, command: SessionCommand?) {
        #expect(SessionCommand(request) == command)
    }

    @Test(
        "is answered with one JSON object, of which the last says how it ended",
        arguments: [
            (.accepted, #"{"ok":true}"#, true),
            (.pushed([4, 5]), #"{"ok":true,"spots":[4,5]}"#, true),
            (.status(["a": 1]), #"{"ok":true,"status":{"a":1}}"#, true),
            (.refused("no"), #"{"ok":false,"error":"no"}"#, true),
            (
                .progress(SpotProgress(spot: 4, title: "Tea", .failed, reason: "gone")),
                #"{"progress":{"spot":4,"title":"Tea","state":"failed","reason":"gone"}}"#, false
            ),
            (
                .progress(SpotProgress(spot: 4, title: "Tea", .playing)),
                #"{"progress":{"spot":4,"title":"Tea","state":"playing"}}"#, false
            ),
        ] as [(ControlReply, String, Bool)])
    func answered(reply: ControlReply, line: String, isLast: Bool) {
        #expect(reply.line == line && reply.isLast == isLast)
    }

    @Test(
        "to push says in words what became of a spot",
        arguments: [
            (.playing, "playing: Tea", false), (.completed, "completed: Tea", true),
            (.skipped, "skipped: Tea", true), (.failed, "failed: Tea", true),
            (.notPlayed, "not played: Tea", true),
        ] as [(SpotProgress.State, String, Bool)])
    func words(state: SpotProgress.State, words: String, isLast: Bool) {
        #expect(SpotProgress(spot: 1, title: "Tea", state).words == words)
        #expect(
            SpotProgress(spot: 1, title: "Tea", state, reason: "why").words == "\(words): why")
        #expect(state.isLast == isLast)
    }

    @Test("to push drops what is left in the order of the numbers")
    func dropped() {
        let spots = (1...9).map { Advertisement(id: $0, title: "\($0)", audioFileURL: "") }
        var progress = PushProgress(of: spots, numbers: Array((11...19).reversed()))
        let record = EventRecord("slot.notUsed", at: .zero, ["spot": 15, "reason": "ignored"])
        #expect(progress.note(record)?.words == "not played: 5: ignored")
        let dropped = progress.drop("stopped")
        #expect(dropped.map(\.spot) == [11, 12, 13, 14, 16, 17, 18, 19])
        #expect(dropped.allSatisfy { $0.state == .notPlayed && $0.reason == "stopped" })
        #expect(progress.isOver && progress.drop("again").isEmpty)
    }
}
