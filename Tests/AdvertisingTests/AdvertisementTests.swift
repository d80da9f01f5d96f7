import Advertising
import Foundation
import MediaTime
import Testing

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
                    bannerTargetURL: "http://shop.test"))
        let least = try JSONDecoder().decode(
            Advertisement.self, from: Data(#"{"url": "spot.mp3"}"#.utf8))
        #expect(least.id == 0 && least.duration == nil && least.bannerTargetURL == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Advertisement.self, from: Data(#"{"id": 1}"#.utf8))
        }
    }

    @Test("survives being written and read")
    func roundTrip() throws {
        let spot = Advertisement(
            id: 3, title: "T", audioFileURL: "http://a.test/x", duration: .seconds(9),
            description: "D", bannerFileURL: "b", bannerTargetURL: "t")
        let data = try JSONEncoder().encode(spot)
        #expect(try JSONDecoder().decode(Advertisement.self, from: data) == spot)
    }
}

@Suite("SpotFailure")
struct SpotFailureTests {
    @Test(
        "maps to VAST codes",
        arguments: [
            (.badAddress, 401), (.notFound, 401), (.connectTimeout, 402), (.stalled, 402),
            (.loadTimeout, 402), (.unsupported, 403), (.undecodable, 405), (.overran, 400),
            (.other, 400),
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
