import Foundation
import MediaTime
import Testing

@testable import Advertising

@Suite("Advertisement")
struct AdvertisementTests {
    @Test("is read from a spot file that needs only an address")
    func readsSpotFile() throws {
        let text = #"{"url": "spot.mp3", "id": 7, "duration": 12.5, "target": "http://shop.test"}"#
        let spot = try JSONDecoder().decode(Advertisement.self, from: Data(text.utf8))
        #expect(
            spot
                == Advertisement(
                    id: 7, title: "", audioFileURL: "spot.mp3", duration: .milliseconds(12_500),
                    bannerTargetURL: "http://shop.test", adID: 7))
        let least = try JSONDecoder().decode(
            Advertisement.self, from: Data(#"{"url": "spot.mp3"}"#.utf8))
        #expect(least.id == 0 && least.duration == nil && least.bannerTargetURL == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Advertisement.self, from: Data(#"{"id": 1}"#.utf8))
        }
    }

    @Test(
        "keeps the advertiser's id, a number or a text, and takes only a number as its own",
        arguments: [
            ("7", 7, 7), (#""camp-4711""#, 0, "camp-4711"), (#""7""#, 0, "7"), ("-3", -3, -3),
            ("0", 0, nil), (#""""#, 0, nil), ("null", 0, nil),
            (
                "\"\(String(repeating: "é", count: 256))\"", 0,
                .text(String(repeating: "é", count: 256))
            ),
        ] as [(String, Int, AdID?)])
    func ids(json: String, number: Int, adID: AdID?) throws {
        let spot = try JSONDecoder().decode(
            Advertisement.self, from: Data(#"{"url": "a", "id": \#(json)}"#.utf8))
        #expect(spot.id == number)
        #expect(spot.adID == adID)
    }

    @Test("refuses an id that is too long, and one that is neither a number nor a text")
    func unusableIDs() throws {
        let long = String(repeating: "é", count: 257)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                Advertisement.self, from: Data(#"{"url": "a", "id": "\#(long)"}"#.utf8))
        }
        #expect(error?.numberWords == #""id" must be at most 256 characters long"#)
        for id in ["1.5", "[1]", "{}", "true", "1e99"] {
            #expect(throws: DecodingError.self, "\(id)") {
                try JSONDecoder().decode(
                    Advertisement.self, from: Data(#"{"url": "a", "id": \#(id)}"#.utf8))
            }
        }
    }

    @Test(
        "survives being written and read",
        arguments: [
            (0, nil), (3, nil), (3, 3), (-3, nil), (0, "camp-4711"), (3, "camp-4711"), (3, 7),
        ] as [(Int, AdID?)])
    func roundTrip(id: Int, adID: AdID?) throws {
        let spot = Advertisement(
            id: id, title: "T", audioFileURL: "http://a.test/x", duration: .seconds(9),
            description: "D", bannerFileURL: "b", bannerTargetURL: "t", adID: adID)
        let data = try JSONEncoder().encode(spot)
        #expect(try JSONDecoder().decode(Advertisement.self, from: data) == spot)
    }

    @Test("keeps how it is to be heard when it is written, and not whom to tell of it")
    func playing() throws {
        var spot = Advertisement(id: 0, title: "", audioFileURL: "a")
        func written() throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(spot), as: UTF8.self)
        }
        spot.tracking = AdTracking()
        #expect(try written() == #"{"description":"","title":"","url":"a"}"#)
        spot.tracking = nil
        spot.reach = .publicNetwork
        spot.startOffset = .milliseconds(500)
        let text = try written()
        #expect(
            text.contains(#""reach":"publicNetwork""#) && text.contains(#""startOffset":0.5"#))
        #expect(try JSONDecoder().decode(Advertisement.self, from: Data(text.utf8)) == spot)
    }

    @Test("I8: has a declared length if an ad server names one, and all of it is heard")
    func declaredLength() {
        var spot = Advertisement(id: 1, title: "", audioFileURL: "a", duration: .seconds(2))
        #expect(spot.declaredFrameCount == nil)
        spot.tracking = AdTracking()
        #expect(spot.declaredFrameCount == 96_000)
        spot.startOffset = .milliseconds(1)
        #expect(spot.declaredFrameCount == nil)
        spot.startOffset = .zero
        spot.duration = nil
        #expect(spot.declaredFrameCount == nil)
    }

    @Test("may be skipped at once and never expires, unless its ad server says otherwise")
    func first() {
        let spot = Advertisement(id: 1, title: "", audioFileURL: "a")
        #expect(spot.skipping == .atOnce && spot.expiry == nil)
        #expect(spot.reach == .asNamed && spot.startOffset == .zero)
        #expect(spot.serverID == 1)
        #expect(Advertisement(id: 1, title: "", audioFileURL: "a", adID: "x").serverID == "x")
    }
}

@Suite("SpotFailure")
struct SpotFailureTests {
    @Test(
        "maps to VAST codes",
        arguments: [
            (.badAddress, 401), (.notFound, 401), (.connectTimeout, 402), (.stalled, 402),
            (.loadTimeout, 402), (.unsupported, 403), (.undecodable, 405), (.overran, 400),
            (.other, 400), (.otherLength, 202), (.breakShortened, 206),
        ] as [(SpotFailure.Reason, Int)])
    func codes(reason: SpotFailure.Reason, code: Int) {
        #expect(SpotFailure(reason).code == code)
    }

    @Test("finish reports use the words of the ad server")
    func finishWords() {
        #expect(FinishStatus.finished.rawValue == "FINISHED")
        #expect(FinishStatus.aborted.rawValue == "ABORTED")
    }
}
