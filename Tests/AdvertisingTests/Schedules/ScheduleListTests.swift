import Advertising
import MediaTime
import Testing

@Suite("A schedule in the form of the published samples")
struct ScheduleListTests {
    @Test("is XML with plain breaks, with the address as the only parameter of true[X]")
    func notVmap() throws {
        let schedule = try schedule(
            """
            <notVmap><adbreak id="1" timeOffset="00:00:00.000" duration="60">
             <ad system="truex" id="1" duration="0" url="get.truex.com/h/vast/config"/>
             <ad system="gdfp" id="2" duration="60"><url>http://a.test/2</url></ad></adbreak>
            <adbreak><id>2</id><timeOffset>600</timeOffset><duration>00:00:30</duration></adbreak>
            </notVmap>
            """)
        #expect(schedule.form == .list)
        let pod = schedule.breaks[0]
        #expect(pod.range == FrameRange(seconds: 0, 60) && pod.position == .preroll)
        // It has no length, and is offered all the same.
        #expect(pod.placeholder == FrameRange(seconds: 0, 0) && !pod.isEmpty)
        #expect(
            pod.truexParameters
                == .twoStage(
                    TruexReference(configurationTemplate: "https://get.truex.com/h/vast/config")))
        #expect(pod.ads[1].kind == .linear && pod.ads[1].creative == "http://a.test/2")
        #expect(schedule.breaks[1].range == FrameRange(seconds: 600, 630))
        #expect(schedule.breaks[1].isEmpty)
    }

    @Test("is XML whose ads follow one another by their lengths, each as an attribute or inside")
    func plainAds() throws {
        let schedule = try schedule(
            """
            <notVmap><adbreak timeOffset="10"><ad duration="2" system="a"/>
            <ad> http://a.test/2 <duration>00:00:03</duration><id>b</id></ad>
            <ad duration="long"/></adbreak><adbreak duration="9"/>
            <adbreak timeOffset="soon"/><adbreak timeOffset="-1" duration="x"/></notVmap>
            """)
        #expect(
            schedule.breaks.map(\.range) == [
                FrameRange(seconds: 0, 0), FrameRange(seconds: 10, 15),
            ])
        let ads = try #require(schedule.breaks.last?.ads)
        #expect(
            ads.map(\.range) == [
                FrameRange(seconds: 10, 12), FrameRange(seconds: 12, 15),
                FrameRange(seconds: 15, 15),
            ])
        #expect(ads.map(\.id) == [nil, "b", nil] && ads.map(\.system) == ["a", nil, nil])
        #expect(ads.map(\.creative) == [nil, "http://a.test/2", nil])
        #expect(
            schedule.remarks == [
                "break 1, ad 3: its duration \"long\" is invalid",
                "break 2: has no start; left out", "break 3: has no start; left out",
                "break 4: begins before the stream; treated as a preroll",
                "break 4: its duration \"x\" is invalid",
                "break 4: there is nothing in it; it never starts",
            ])
    }

    @Test(
        "is JSON whose ads have their properties under several names",
        arguments: [
            ["id", "apiFramework", "system", "creative", "mimeType"],
            ["adId", "api_framework", "adSystem", "creativeUrl", "mime_type"],
            ["id", "apiFramework", "ad_system", "url", "mimeType"],
        ])
    func properties(names: [String]) throws {
        let members = zip(names, ["i", "f", "s", "http://a.test/c", "m"])
            .map { #""\#($0)": "\#($1)""# }
        let schedule = try schedule(
            #"{"breaks": [{"timeOffset": 1, "ads": [{\#(members.joined(separator: ","))}]}]}"#)
        let ad = try #require(schedule.breaks.first?.ads.first)
        #expect(ad.id == "i" && ad.apiFramework == "f" && ad.system == "s")
        #expect(ad.creative == "http://a.test/c" && ad.mimeType == "m")
    }

    @Test(
        "is JSON with the card beside the ads, alone or under a name",
        arguments: ["%", #"{"vmap": %}"#, #"{"breaks": %, "title": "x"}"#])
    func vmapArray(frame: String) throws {
        let schedule = try schedule(
            frame.replacing(
                "%",
                with: """
                    [{"breakId": "midroll-1", "timeOffset": "00:10:00.000", "videoAdDuration": 91.5,
                      "cardDuration": 15, "vastUrl": "//get.truex.com/h/vast/config?a=1"},
                     {"breakId": "preroll", "timeOffset": "00:00:00.000", "videoAdDuration": 30,
                      "vastUrl": "https://get.truex.com/h"}]
                    """))
        #expect(schedule.breaks.map(\.id) == ["preroll", "midroll-1"])
        #expect(
            schedule.breaks.map(\.range) == [
                FrameRange(seconds: 0, 30), FrameRange(seconds: 600, 706.5),
            ])
        #expect(
            schedule.breaks.map(\.placeholder) == [
                FrameRange(seconds: 0, 0), nil,
            ])
        #expect(schedule.breaks.map(\.ads[0].kind) == [.truex, .truexCard])
        #expect(schedule.breaks[1].ads[0].range == FrameRange(seconds: 600, 615))
        #expect(schedule.breaks.allSatisfy { $0.truexParameters != nil })
        #expect(schedule.remarks == [])
    }

    @Test("is JSON that counts in milliseconds, or in seconds")
    func units() throws {
        let android = try schedule(
            """
            {"adBreaks": [{"timeOffsetMs": 90500, "durationMs": 32000, "ads": [
              {"adSystem": "TrueX", "durationMs": 2000, "vastUrl": "get.truex.com/h"},
              {"adSystem": "gdfp", "durationMs": 30000}]}]}
            """)
        let infillion = try schedule(
            """
            {"manual_ad_break": {"timeOffsetSeconds": 90.5, "durationSeconds": 32, "ads": [
              {"ad_system": "truex", "durationSeconds": 2, "vast_config_url": "get.truex.com/h"},
              {"ad_system": "gdfp", "durationSeconds": 30}]}}
            """)
        for schedule in [android, infillion] {
            let pod = try #require(schedule.breaks.first)
            #expect(pod.range == FrameRange(seconds: 90.5, 122.5))
            #expect(pod.placeholder == FrameRange(seconds: 90.5, 92.5))
            #expect(pod.truexParameters != nil)
        }
    }
}
