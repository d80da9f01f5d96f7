import Advertising
import MediaTime
import Testing

@Suite("Uplynk's schedule with something odd in it")
struct UplynkVariantTests {
    /// A schedule with this list of breaks and these other members.
    private func breaks(_ list: String, beside: String = "") throws -> AdSchedule {
        try schedule(#"{"playURL": "p", "ads": {"breaks": [\#(list)]\#(beside)}}"#)
    }

    @Test(
        "knows both names for the index of a placeholder's break",
        arguments: ["breaksIndex", "breakIndex"])
    func placeholderIndex(key: String) throws {
        let schedule = try breaks(
            #"{"timeOffset": 10, "duration": 32, "ads": [\#(Self.truexAd), {"duration": 30}]}"#,
            beside: #"""
                , "placeholderOffsets": [
                {"\#(key)": 0, "adsIndex": 0, "startTime": 10, "endTime": "12"}]
                """#)
        #expect(schedule.breaks[0].placeholder == FrameRange(seconds: 10, 12))
        #expect(schedule.breaks[0].ads[1].range == FrameRange(seconds: 12, 42))
    }

    @Test("warns of each placeholder of a break that does not exist, by the number of the break")
    func placeholderOfNoBreak() throws {
        let places = [3, 0, 1].map {
            #"{"breakIndex": \#($0), "adIndex": 0, "startTime": 1, "endTime": 2}"#
        }
        let schedule = try breaks(
            #"{"timeOffset": 10, "duration": 9, "ads": [{"duration": 9}]}"#,
            beside: #", "placeholderOffsets": [\#(places.joined(separator: ","))]"#)
        #expect(
            schedule.remarks == [
                "a placeholder belongs to break 2, which does not exist",
                "a placeholder belongs to break 4, which does not exist",
            ])
    }

    @Test("takes the beginning of a break from the list of offsets if the break has none")
    func breakOffsets() throws {
        let schedule = try breaks(
            #"{"duration": 30, "ads": [{"duration": 30}]}"#,
            beside: #", "breakOffsets": [{"index": 0, "timeOffset": 60}]"#)
        #expect(schedule.breaks[0].range == FrameRange(seconds: 60, 90))
    }

    @Test("takes numbers written as strings, and clock times")
    func numbersAsTexts() throws {
        let schedule = try breaks(
            #"{"timeOffset": "00:01:00.500", "duration": "30.25", "ads": [{"duration": "30.25"}]}"#)
        #expect(schedule.breaks[0].range == FrameRange(seconds: 60.5, 90.75))
        #expect(schedule.remarks == [])
    }

    @Test("takes parameters that are an object, or a string that holds one")
    func parameterForms() throws {
        let object = try breaks(#"{"timeOffset": 0, "ads": [\#(Self.truexAd)]}"#)
        let text = try breaks(
            #"""
            {"timeOffset": 0, "ads": [{"apiFramework": "truex", "duration": 2,
             "adParameters": "{\"vast_config_url\": \"get.truex.com/a\", \"user_id\": 7}"}]}
            """#)
        for schedule in [object, text] {
            #expect(
                schedule.breaks[0].truexParameters
                    == .twoStage(
                        TruexReference(
                            userID: "7", configurationTemplate: "https://get.truex.com/a")))
        }
    }

    @Test(
        "offers no true[X] without usable parameters, and warns of that",
        arguments: [
            "null", "{}", #""""#, #""not JSON""#, "[]", "7", "true",
            #"{"user_id": "u", "placement_hash": "h"}"#, #"{"vast_config_url": ""}"#,
            #"{"vast_config_url": "javascript://alert"}"#, #"{"vast_config_url": "https:///a"}"#,
            #"{"vast_config_url": "get.truex.com/a b"}"#, #"{"vast_config_url": {"a": 1}}"#,
            #""{\"vast_config_url\"""#,
        ])
    func unusableParameters(parameters: String) throws {
        let schedule = try breaks(
            #"""
            {"timeOffset": 10, "duration": 32, "ads": [
             {"apiFramework": "truex", "duration": 2, "adParameters": \#(parameters)},
             {"duration": 30}]}
            """#)
        let pod = schedule.breaks[0]
        #expect(pod.truexParameters == nil)
        // Its placeholder is skipped all the same.
        #expect(pod.placeholder == FrameRange(seconds: 10, 12))
        #expect(schedule.remarks.contains { $0.contains("break 1, ad 1") })
    }

    @Test("cuts a break where the next begins, and sorts breaks by time")
    func overlapping() throws {
        let schedule = try breaks(
            #"""
            {"breakId": "late", "timeOffset": 50, "duration": 30, "ads": [{"duration": 30}]},
            {"breakId": "early", "timeOffset": 40, "duration": 20, "ads": [{"duration": 20}]}
            """#)
        #expect(schedule.breaks.map(\.id) == ["early", "late"])
        #expect(schedule.breaks[0].range == FrameRange(seconds: 40, 50))
        #expect(schedule.breaks[0].ads[0].range == FrameRange(seconds: 40, 50))
        #expect(schedule.breaks[1].range == FrameRange(seconds: 50, 80))
        #expect(schedule.remarks.contains { $0.contains("overlaps the next one") })
    }

    @Test("puts two breaks with the same beginning one after the other")
    func sameBeginning() throws {
        let schedule = try breaks(
            #"""
            {"breakId": "one", "timeOffset": 40, "duration": 20, "ads": [{"duration": 20}]},
            {"breakId": "other", "timeOffset": 40, "duration": 30, "ads": [{"duration": 30}]}
            """#)
        #expect(schedule.breaks.map(\.id) == ["one", "other"])
        #expect(
            schedule.breaks.map(\.range)
                == [FrameRange(seconds: 40, 60), FrameRange(seconds: 60, 90)])
        #expect(schedule.remarks.isEmpty)
    }

    @Test("cuts no break for one that never starts")
    func emptyInside() throws {
        let schedule = try breaks(
            #"""
            {"breakId": "full", "timeOffset": 40, "duration": 20, "ads": [{"duration": 20}]},
            {"breakId": "empty", "timeOffset": 40, "duration": 0, "ads": []},
            {"breakId": "inside", "timeOffset": 50, "duration": 30, "ads": []}
            """#)
        #expect(schedule.breaks.map(\.id) == ["full", "empty", "inside"])
        #expect(schedule.breaks[0].range == FrameRange(seconds: 40, 60))
    }

    @Test("gives breaks unique ids")
    func ids() throws {
        let schedule = try breaks(
            #"""
            {"breakId": "a", "timeOffset": 0, "duration": 9, "ads": [{"duration": 9}]},
            {"breakId": "a", "timeOffset": 20, "duration": 9, "ads": [{"duration": 9}]},
            {"timeOffset": 40, "duration": 9, "ads": [{"duration": 9}]}
            """#)
        #expect(schedule.breaks.map(\.id) == ["a", "a-2", "midroll-1920000"])
        #expect(schedule.breaks.map(\.position) == [.preroll, .midroll, .midroll])
    }

    @Test(
        "leaves out a break with an invalid start",
        arguments: [
            "1e300", "-1e300", "1e999", "1700000000000", #""NaN""#, #""inf""#, #""soon""#,
            #""1:2:3:4""#,
            #""00:99:99.9""#, "{}", "[]", "true", "null",
        ])
    func impossibleBeginning(beginning: String) throws {
        let schedule = try breaks(
            #"{"timeOffset": \#(beginning), "duration": 9, "ads": [{"duration": 9}]}"#)
        #expect(schedule.breaks.isEmpty)
        #expect(schedule.remarks.contains { $0.hasPrefix("break 1:") && $0.hasSuffix("left out") })
    }

    @Test("treats a break that begins before the stream as a preroll")
    func negativeBeginning() throws {
        let schedule = try breaks(
            #"{"timeOffset": -3, "duration": 9, "ads": [{"duration": 9}]}"#)
        #expect(schedule.breaks[0].range == FrameRange(seconds: 0, 9))
        #expect(schedule.breaks[0].position == .preroll)
        #expect(schedule.remarks.count == 1)
    }

    @Test(
        "takes the length of the ads if the break has no valid one",
        arguments: ["-5", "1e300", #""long""#, #""nan""#, "[]"])
    func impossibleDuration(duration: String) throws {
        let schedule = try breaks(
            #"{"timeOffset": 10, "duration": \#(duration), "ads": [{"duration": 9}]}"#)
        #expect(schedule.breaks[0].range == FrameRange(seconds: 10, 19))
        #expect(schedule.remarks.contains { $0.contains("its duration") })
    }

    @Test("accepts breaks of zero length")
    func nonlinear() throws {
        let schedule = try breaks(
            #"""
            {"timeOffset": 10, "type": "nonlinear", "position": "pause", "duration": 5,
             "ads": [\#(Self.truexAd)]},
            {"timeOffset": 12, "type": "nonlinear", "duration": 5, "ads": [{"duration": 5}]},
            {"timeOffset": 11, "duration": 5, "ads": [{"duration": 5}]}
            """#)
        #expect(schedule.breaks.map(\.position) == [.pause, .midroll, .overlay])
        #expect(schedule.breaks[0].placeholder == nil)
        #expect(schedule.breaks.map(\.range.count) == [5 * 48_000, 5 * 48_000, 5 * 48_000])
    }

    @Test(
        "treats an answer without ads as a stream without breaks",
        arguments: [
            #"{"playURL": "p", "sid": "s", "prefix": "http://a.test"}"#,
            #"{"playURL": "p", "sid": "s", "prefix": "http://a.test", "ads": null}"#,
        ])
    func noAds(document: String) throws {
        let schedule = try schedule(document)
        #expect(schedule.form == .uplynkPreplay && schedule.breaks.isEmpty)
        #expect(schedule.session?.id == "s")
        #expect(schedule.remarks == ["the response has no ads"])
    }

    @Test("offers no true[X] in a break that never starts")
    func emptyWithTruex() throws {
        let schedule = try breaks(
            #"{"timeOffset": 60, "duration": 0, "ads": [\#(Self.truexAd)]}"#)
        #expect(schedule.breaks[0].isEmpty)
        #expect(schedule.breaks[0].placeholder == nil && schedule.breaks[0].truexParameters == nil)
    }

    @Test("warns of breaks that are no list, and not of missing ones")
    func oddBreaks() throws {
        #expect(
            try schedule(#"{"ads": {"breaks": 7}}"#).remarks == [#""ads.breaks" is not a list"#])
        #expect(try schedule(#"{"ads": {"x": 7}}"#).remarks == [])
        #expect(
            try schedule(#"{"ads": 7}"#).remarks == [#""ads" has neither breaks nor a list"#])
    }

    @Test("takes the list of a live stream")
    func live() throws {
        let schedule = try schedule(
            #"{"playURL": "p", "ads": [{"duration": 30, "ts": 12.5}, {"duration": 15, "ts": 90}]}"#)
        #expect(
            schedule.breaks.map(\.range) == [
                FrameRange(seconds: 12.5, 42.5), FrameRange(seconds: 90, 105),
            ])
    }

    static let truexAd = """
        {"apiFramework": "VPAID", "duration": 2,
         "adParameters": {"vast_config_url": "get.truex.com/a", "user_id": 7}}
        """
}
