import MediaTime
import Testing

@testable import Advertising

@Suite("A VAST document at its bounds")
struct VASTBoundTests {
    @Test("has at most four mebibytes", arguments: [(4 << 20, true), (4 << 20 + 1, false)])
    func size(count: Int, isRead: Bool) {
        let document = Array("<VAST/>".utf8)
        let bytes = document + [UInt8](repeating: 0x20, count: count - document.count)
        do throws(VASTFailure) {
            #expect(try VASTDocument(parsing: bytes).verdict == .noAd)
            #expect(isRead)
        } catch {
            #expect(!isRead && error.code == .malformed)
            #expect(error.description == "is larger than 4194304 bytes")
        }
    }

    @Test("may have empty comments and instructions around it", arguments: ["<!---->", "<?x?>"])
    func comments(text: String) throws {
        let document = try VASTDocument(parsing: Array("\(text)<VAST/>\(text)".utf8))
        #expect(document.verdict == .noAd)
    }

    @Test("keeps the order of ads with one sequence number")
    func order() throws {
        let ads = [2, 1, 2, 1, 1].enumerated().map { #"<Ad id="\#($0)" sequence="\#($1)"/>"# }
        let document = try VASTDocument(parsing: Array("<VAST>\(ads.joined())</VAST>".utf8))
        #expect(document.ads.map(\.id) == ["1", "3", "4", "0", "2"])
    }

    @Test("tells of the first linear creative of an ad only, as no other is heard")
    func creatives() throws {
        let creatives = [1, 2].map { number in
            """
            <Creative><Linear><TrackingEvents><Tracking event="start">s\(number)</Tracking>
            </TrackingEvents><VideoClicks><ClickTracking>c\(number)</ClickTracking></VideoClicks>
            <MediaFiles><MediaFile>m\(number)</MediaFile></MediaFiles></Linear></Creative>
            """
        }
        let document = try VASTDocument(
            parsing: Array(
                """
                <VAST><Ad><InLine><Creatives>\(creatives.joined())</Creatives></InLine></Ad></VAST>
                """.utf8))
        let ad = try #require(document.ads.first)
        #expect(ad.tracking.map(\.address) == ["s1"] && ad.clickTracking == ["c1"])
    }

    @Test(
        "has places from the beginning of a creative to its end",
        arguments: [
            ("0%", .share(0)), ("100%", .share(1)), ("12.5%", .share(0.125)),
            ("00:00:00", .time(.zero)), ("00:01:00.5", .time(.milliseconds(60_500))),
            ("7", .time(.seconds(7))), ("100.1%", nil), ("-0.1%", nil),
        ] as [(String, VASTOffset?)])
    func places(text: String, place: VASTOffset?) {
        #expect(VASTOffset(text) == place)
    }

    @Test(
        "has places at whole frames, up to which an ad has to be heard",
        arguments: [
            (.share(0), 5, 0), (.share(0.5), 5, 3), (.share(0.5), 6, 3), (.share(1), 5, 5),
            (.time(.seconds(1)), 5, 48_000), (.time(.zero), 5, 0),
        ] as [(VASTOffset, Int, Int)])
    func frames(place: VASTOffset, count: Int, frame: Int) {
        #expect(place.frame(ofFrameCount: count) == frame)
    }

    @Test(
        "says yes and no in words and in numbers",
        arguments: [
            ("true", true), ("TRUE", true), (" 1 ", true), ("false", false), ("False", false),
            ("0", false), ("yes", nil), ("2", nil), ("", nil),
        ] as [(String, Bool?)])
    func flags(text: String, flag: Bool?) {
        let element = MarkupElement(name: "Wrapper", attributes: ["allowMultipleAds": text])
        #expect(element.flag("allowmultipleads") == flag && element.flag("other") == nil)
    }
}
