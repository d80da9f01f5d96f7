import Advertising
import Foundation
import MediaTime
import Testing

/// What the published samples get wrong about schedules.
@Suite("A bug that the published samples have with schedules")
struct PublishedScheduleBugTests {
    @Test("T-empty-break: a break without ads, whose first ad the sample for iOS reads anyway")
    func emptyBreak() async throws {
        // In a separate process, because the sample traps.
        await #expect(processExitsWith: .success) {
            let schedule = try AdSchedule(
                parsing: """
                    {"ads": {"breaks": [
                     {"timeOffset": 5, "duration": 0, "ads": []},
                     {"timeOffset": 9, "duration": 30},
                     {"timeOffset": 60, "duration": 0, "ads": [{"duration": 0}]}]}}
                    """.utf8, address: "schedule")
            #expect(schedule.breaks.count == 3)
            #expect(schedule.breaks.allSatisfy { $0.isEmpty && $0.placeholder == nil })
            #expect(schedule.remarks.filter { $0.hasSuffix("it never starts") }.count == 3)
        }
    }

    @Test("T-malformed-adParameters: a companion without base64, which the iOS sample truncates")
    func companionWithoutBase64() async throws {
        await #expect(processExitsWith: .success) {
            for resource in [
                "", "data:application/json,plain", "https://get.truex.com/a", "data:", "base64,",
                "data:application/json;base64,", "data:application/json;base64,!!!!",
            ] {
                let document = """
                    <VAST version="4.0"><Ad><InLine><AdSystem>trueX</AdSystem><Creatives>
                    <Creative><Linear><Duration>00:00:30</Duration></Linear></Creative>
                    <Creative><CompanionAds><Companion apiFramework="truex">
                    <StaticResource creativeType="application/json">\(resource)</StaticResource>
                    </Companion></CompanionAds></Creative></Creatives></InLine></Ad></VAST>
                    """
                let schedule = try AdSchedule(parsing: document.utf8, address: "schedule")
                #expect(schedule.breaks.first?.truexParameters == nil)
                #expect(schedule.remarks.contains { $0.contains("companion") }, "\(resource)")
            }
        }
    }

    @Test("ads shorter or longer than their break, which make THEO's connector trap")
    func durations() async throws {
        await #expect(processExitsWith: .success) {
            for (duration, remark) in [
                (40.0, "its ads end 10.0 s before it"),
                (20.0, "its ads last 10.0 s longer than it"),
            ] {
                let schedule = try AdSchedule(
                    parsing: """
                        {"ads": {"breaks": [{"timeOffset": 100, "duration": \(duration),
                         "ads": [{"duration": 15}, {"duration": 15}]}]}}
                        """.utf8, address: "schedule")
                let pod = try #require(schedule.breaks.first)
                #expect(pod.range == FrameRange(seconds: 100, 100 + duration))
                #expect(
                    pod.ads.map(\.range) == [
                        FrameRange(seconds: 100, 115),
                        FrameRange(seconds: 115, min(130, 100 + duration)),
                    ])
                #expect(schedule.remarks.contains { $0.contains(remark) })
            }
        }
    }
}
