import AdPlayback
import Foundation
import MediaTime
import Testing

@Suite("Messages of true[X]")
struct MessageTests {
    @Test(
        "a message is one object that a page can write by hand",
        arguments: [
            (#"{"do":"optIn"}"#, .optIn), (#"{"do":"leave"}"#, .leave),
            (#"{"do":"step","n":2,"of":5}"#, .step(number: 2, count: 5)),
            (#"{"do":"popup","url":"http:\/\/brand\/"}"#, .popup("http://brand/")),
            (#"{"do":"video","progress":"started"}"#, .video(.started)),
        ] as [(String, TruexMessage)])
    func messages(text: String, message: TruexMessage) throws {
        #expect(try JSONDecoder().decode(TruexMessage.self, from: Data(text.utf8)) == message)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(message), as: UTF8.self) == text)
    }

    @Test(
        "an action that no viewer has is no message",
        arguments: [#"{"do":"fly"}"#, #"{"do":"step"}"#, "{}", #"{"do":"popup"}"#])
    func unknown(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TruexMessage.self, from: Data(text.utf8))
        }
    }

    @Test("every view survives encoding and decoding as JSON")
    func views() throws {
        var stage = UnitStage(TruexSetup(slotType: .preroll, streamID: "s"))
        var views = [stage.view]
        stage.send(.initialize(TruexHistory()))
        stage.send(.start(TruexHistory()))
        views.append(stage.view)
        stage.send(.fetched(.ad(.sample { $0.product = .sponsoredStream })))
        views.append(stage.view)
        for message in [
            .optIn, .step(number: 1, count: 3), .back, .back, .popup("http://brand/"), .popupClosed,
        ] as [TruexMessage] {
            stage.send(.message(message))
            views.append(stage.view)
        }
        stage.earnCredit()
        var later = UnitStage(TruexSetup(slotType: .midroll, streamID: "s"))
        later.send(.initialize(stage.history))
        later.send(.start(stage.history))
        views.append(later.view)
        #expect(Set(views.map(\.kind)).count == 7)
        for view in views {
            let data = try JSONEncoder().encode(view)
            #expect(try JSONDecoder().decode(TruexView.self, from: data) == view)
        }
    }

    @Test("every event has its name in the log and on every platform, and four end a renderer")
    func events() {
        let events: [TruexEvent] = [
            .fetchAdComplete, .adsAvailable, .coffeeStarted, .adDisplayed, .coffeeOptIn,
            .optOut(.user), .userCancel, .skipCardShown, .adFreePod, .adCompleted(timeSpent: 0),
            .adError(""), .noAdsAvailable, .userCancelStream, .popupWebsite(""), .video(.started),
            .xtendedViewStarted, .overlayCompleted,
        ]
        #expect(Set(events.map(\.name)) == Set(TruexConstants.EventName.allCases))
        #expect(
            events.map { "\($0.name) \($0.logName.dropFirst(6))" } == [
                "adFetchCompleted fetchCompleted", "adsAvailable adsAvailable",
                "adStarted started", "adDisplayed displayed", "optIn optIn", "optOut optOut",
                "userCancel userCancel", "skipCardShown skipCardShown", "adFreePod adFreePod",
                "adCompleted completed", "adError error", "noAdsAvailable noAds",
                "userCancelStream userCancelStream", "popupWebsite popup", "videoEvent video",
                "xtendedViewStarted xtendedView", "overlayCompleted overlayCompleted",
            ])
        #expect(events.filter(\.isTerminal).count == 4)
    }
}
