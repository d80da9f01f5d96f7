import MediaTime
import Testing

@testable import AdPlayback

@Suite("The memory of true[X] in an endless stream")
struct RememberingTests {
    @Test("keeps the newest sponsorships, one for each stream")
    func sponsorships() {
        var history = TruexHistory()
        let count = TruexHistory.sponsorshipLimit
        for number in 0...count {
            let sponsor = TruexSponsor(campaignName: "\(number)")
            history.note(.sponsored(streamID: "first", sponsor))
            history.note(.sponsored(streamID: "stream \(number)", sponsor))
        }
        #expect(history.sponsor(of: "stream 0") == nil)
        #expect(history.sponsor(of: "stream 1") == nil)
        #expect(history.sponsor(of: "stream 2")?.campaignName == "2")
        #expect(history.sponsor(of: "first")?.campaignName == "\(count)")
    }

    @Test("D6: keeps the results of known pods, and of a limited number that are gone")
    func pods() {
        func pod(_ number: Int) -> TruexPod {
            let range = FrameRange(FrameTime(.seconds(60 * number)), count: FrameTime.rate)
            return TruexPod(
                id: "pod \(number)", range: range, slotType: .midroll,
                ads: [.init(range: range, kind: .truex)])
        }
        var schedule = TruexSchedule()
        let count = TruexSchedule.memoryLimit
        for number in 0..<count {
            schedule.replacePods(with: [pod(number), pod(number + 1)], keeping: nil)
            schedule.markPlayed("pod \(number)")
            schedule.markSpent(TruexStop.ID(pod: "pod \(number)", ad: 0))
            #expect(schedule.played.count <= count)
        }
        #expect(!schedule.isPlayed(pod(0)) && !pod(0).stops.contains(where: schedule.isSpent))
        for number in [count - 2, count - 1] {
            #expect(schedule.isPlayed(pod(number)))
            #expect(pod(number).stops.allSatisfy(schedule.isSpent))
        }
    }
}
