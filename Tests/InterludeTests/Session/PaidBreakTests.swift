import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// Breaks of the stream's markers while a true[X] credit lasts.
@Suite("A marked break that a credit has paid for")
struct PaidBreakTests {
    /// Breaks at seconds 20 and 40, for a listener whose credit lasts up to second `paidUntil`: the
    /// reasons for which breaks are left out, and the number of spots of each of the others.
    private func outcome(
        paidUntil: Int64?, change: (inout Cue) -> Void = { _ in }
    ) -> (reasons: [String], spotCounts: [Int]) {
        var spot = Advertisement.spot(9, frames: 4 * FrameTime.rate)
        spot.duration = .seconds(4)
        var markers = StreamMarkers()
        markers.fill = [spot]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        let cues = ([20, 40] as [Int64]).map { begin in
            var cue = Cue(
                id: "\(begin)", .out(duration: .seconds(4)), at: FrameTime(.seconds(begin)),
                source: .scte35)
            change(&cue)
            return cue
        }
        let moments = ([0, 12, 33] as [Int64]).map { second in
            let place = FrameTime(.seconds(second))
            return ListenerMoment(
                place: place, heard: place, isInBreak: false,
                paidUntil: paidUntil.map { FrameTime(.seconds($0)) })
        }
        breaks.receive(cues, at: moments[0], &outbox)
        for moment in moments { breaks.advance(to: moment, &outbox) }
        var (reasons, spotCounts): ([String], [Int]) = ([], [])
        for entry in outbox.takeEntries() {
            switch entry {
            case .effect(.log(let record)) where record.event == "break.dropped":
                reasons.append(record.json["reason"]?.description ?? "")
            case .signal(.breakMarked(_, let spots)): spotCounts.append(spots.count)
            case .effect, .signal: break
            }
        }
        return (reasons, spotCounts)
    }

    @Test(
        "G10: is left out if it begins before the credit is over",
        arguments: [(nil, 0), (20, 0), (21, 1), (40, 1), (41, 2)] as [(Int64?, Int)])
    func markers(paidUntil: Int64?, count: Int) {
        let outcome = outcome(paidUntil: paidUntil)
        #expect(outcome.reasons == [String](repeating: "\"credited\"", count: count))
        #expect(outcome.spotCounts == [Int](repeating: 1, count: 2 - count))
    }

    /// A break of twelve seconds whose playlist names `media`, for a listener with or without a credit:
    /// the numbers of spots that are handed over, and the reasons for which it is left out.
    private func outcome(
        media: [Advertisement], paidUntil: FrameTime?
    ) -> (spotCounts: [Int], reasons: [String]) {
        var markers = StreamMarkers()
        var fill = Advertisement.spot(9, frames: 4 * FrameTime.rate)
        fill.duration = .seconds(4)
        markers.fill = [fill]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        var cue = Cue(
            id: "1", .out(duration: .seconds(12)), at: FrameTime(.seconds(20)), source: .hls)
        cue.interstitial = Interstitial(attributes: "X-ASSET-LIST=\"list\",DURATION=12")
        let moment = ListenerMoment(
            place: FrameTime(.seconds(12)), heard: FrameTime(.seconds(12)), isInBreak: false,
            paidUntil: paidUntil)
        breaks.receive([cue], at: moment, &outbox)
        breaks.noteAssets(media, of: 1, at: moment, &outbox)
        var (spotCounts, reasons): ([Int], [String]) = ([], [])
        for entry in outbox.takeEntries() {
            switch entry {
            case .effect(.log(let record)) where record.event == "break.dropped":
                reasons.append(record.json["reason"]?.description ?? "")
            case .signal(.breakMarked(_, let spots)): spotCounts.append(spots.count)
            case .effect, .signal: break
            }
        }
        return (spotCounts, reasons)
    }

    @Test("G10: has nothing but the media that the playlist names")
    func rest() {
        var spot = Advertisement.spot(1, frames: 4 * FrameTime.rate)
        spot.duration = .seconds(4)
        let credit = FrameTime(.seconds(60))
        #expect(outcome(media: [spot], paidUntil: nil).spotCounts == [3])
        #expect(outcome(media: [spot], paidUntil: credit).spotCounts == [1])
        #expect(outcome(media: [spot], paidUntil: credit).reasons == [])
        #expect(outcome(media: [], paidUntil: nil).spotCounts == [3])
        #expect(outcome(media: [], paidUntil: credit).spotCounts == [])
        #expect(outcome(media: [], paidUntil: credit).reasons == ["\"credited\""])
    }

    @Test("G10: has its media all the same if the playlist names them")
    func interstitial() {
        let outcome = outcome(paidUntil: 60) { cue in
            cue.source = .hls
            cue.interstitial = Interstitial(attributes: "X-ASSET-URI=\"48000x0.5\",DURATION=4")
        }
        #expect(outcome.reasons == [])
        #expect(outcome.spotCounts == [1, 1])
    }
}
