import Advertising
import MediaTime
import Testing

@Suite("A ping")
struct PingTests {
    private func answer(_ document: String) throws -> PingAnswer {
        try PingAnswer(parsing: document.utf8, address: "ping")
    }

    @Test("says when the next one is due, or with a negative number that there is none")
    func next() throws {
        #expect(try answer(#"{"next_time": 12.5}"#).next == FrameTime(600_000))
        #expect(try answer(#"{"next_time": "60"}"#).next == FrameTime(2_880_000))
        #expect(try answer(#"{"next_time": -1}"#).next == nil)
        #expect(try answer(#"{"next_time": 1e300}"#).next == nil)
        #expect(try answer("{}").next == nil)
    }

    @Test("reports an error, and the session continues")
    func error() throws {
        let answer = try answer(#"{"next_time": 30, "error": "session is old"}"#)
        #expect(answer.error == "session is old" && answer.next != nil)
        #expect(answer.schedule.remarks == [#"the server says "session is old""#])
        #expect(throws: AdScheduleError.self) { try self.answer("<ping/>") }
    }

    @Test("D6: of an endless stream keeps the newest breaks, up to a limit")
    func endless() throws {
        var schedule = try schedule(UplynkTests.preplay)
        for number in 1...1500 {
            let answer = try answer(
                """
                {"ads": {"breaks": [{"breakId": "b\(number)", "timeOffset": \(1000 + 60 * number),
                 "duration": 30, "ads": [{"duration": 30}]}]}}
                """)
            schedule.append(answer.schedule)
        }
        #expect(schedule.breaks.count == AdSchedule.maximumBreakCount)
        #expect(schedule.breaks.first?.id == "b501" && schedule.breaks.last?.id == "b1500")
    }

    @Test("T-break-appended-by-ping: adds breaks, once, and leaves known ones alone")
    func appending() throws {
        var schedule = try schedule(UplynkTests.preplay)
        let known = schedule.breaks
        let answer = try answer(
            """
            {"next_time": 300, "ads": {"breaks": [
             {"breakId": "m1", "timeOffset": 9.96, "duration": 1, "ads": [{"duration": 1}]},
             {"breakId": "other", "timeOffset": 9.9601, "duration": 1, "ads": [{"duration": 1}]},
             {"breakId": "late", "timeOffset": 110, "duration": 30, "ads": [{"duration": 30}]},
             {"breakId": "m1", "timeOffset": 300, "duration": 5, "ads": [{"duration": 5}]},
             {"breakId": "new", "timeOffset": 200, "duration": 30, "ads": [{"duration": 30}]}]}}
            """)
        let added = schedule.append(answer.schedule)
        #expect(added.map(\.id) == ["new", "m1-2"])
        #expect(schedule.breaks == known + added)
        #expect(schedule.remarks.contains { $0.contains("reaches into") })
        let again = schedule.append(answer.schedule)
        #expect(again.isEmpty && schedule.breaks == known + added)
    }

    @Test("lengthens a known break by the ads that follow its last one")
    func lengthening() throws {
        var schedule = try schedule(
            """
            {"ads": {"breaks": [
             {"breakId": "m1", "timeOffset": 10, "duration": 5, "ads": [{"duration": 5}]}]}}
            """)
        let answer = try answer(
            """
            {"next_time": 300, "ads": {"breaks": [
             {"breakId": "m1", "timeOffset": 10, "duration": 12,
              "ads": [{"duration": 5}, {"duration": 7}]}]}}
            """)
        let first = schedule.breaks[0].ads[0]
        #expect(schedule.append(answer.schedule).map(\.id) == ["m1"])
        let longer = try #require(schedule.breaks.first)
        #expect(schedule.breaks.count == 1)
        #expect(longer.range == FrameRange(FrameTime(.seconds(10)), count: 12 * FrameTime.rate))
        #expect(longer.ads.first == first)
        #expect(
            longer.ads.last?.range
                == FrameRange(FrameTime(.seconds(15)), count: 7 * FrameTime.rate))
        #expect(schedule.append(answer.schedule).isEmpty)
    }

    @Test(
        "lengthens a known break only by ads that follow, up to a later end",
        arguments: [
            ([5], 5, false), ([5, 7], 12, true), ([5, 7], 5, false), ([5, 7], 6, true),
            ([12], 12, false), ([4, 1, 1], 6, true),
        ])
    func lengthens(ads: [Int], duration: Int, isLonger: Bool) throws {
        func breaks(_ ads: [Int], _ duration: Int) throws -> AdSchedule {
            let ads = ads.map { #"{"duration": \#($0)}"# }.joined(separator: ",")
            return try AdvertisingTests.schedule(
                """
                {"ads": {"breaks": [{"breakId": "m1", "timeOffset": 10, "duration": \(duration),
                 "ads": [\(ads)]}]}}
                """)
        }
        var schedule = try breaks([5], 5)
        #expect(try schedule.append(breaks(ads, duration)).map(\.id) == (isLonger ? ["m1"] : []))
        #expect(schedule.breaks.map(\.ads.count) == [isLonger ? ads.count : 1])
        #expect(
            schedule.breaks[0].range
                == FrameRange(seconds: 10, 10 + Double(isLonger ? duration : 5)))
    }

    @Test("is requested at an address of the session")
    func address() {
        let session = UplynkSession(id: "s1", prefix: "https://api.test")
        let position = FrameTime(600_480)
        #expect(
            session.pingAddress(at: position, for: .started)
                == "https://api.test/session/ping/s1.json?v=3&pt=12.510&ev=start")
        #expect(
            session.pingAddress(at: position, for: .sought(from: FrameTime(48_000)))
                == "https://api.test/session/ping/s1.json?v=3&pt=12.510&ev=seek&ft=1.000")
        #expect(
            session.pingAddress(at: position, for: .due)
                == "https://api.test/session/ping/s1.json?v=3&pt=12.510")
    }

    @Test(
        "is sent for no session whose name or address is invalid",
        arguments: [
            #""sid": "a/b", "prefix": "https://a.test""#, #""sid": "a", "prefix": "ftp://a.test""#,
            #""sid": "a b", "prefix": "https://a.test""#,
        ])
    func noSession(members: String) throws {
        let schedule = try schedule(#"{\#(members), "ads": {"breaks": []}}"#)
        #expect(schedule.session == nil && schedule.remarks.count == 1)
    }
}
