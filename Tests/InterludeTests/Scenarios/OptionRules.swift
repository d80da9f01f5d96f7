import AdPlayback
import Advertising
import MediaTime
@testable import Interlude

/// The rules about the slate, credits that last, ads of one category and the return to live, as far
/// as they concern events, effects and the event log.
struct OptionRules {
    private(set) var complaint: String?
    private(set) var occasions: [Occasion: Int] = [:]

    private let configuration: SessionConfiguration
    /// Whether no units of true[X] move the listener.
    private let hasBreaksOnly: Bool

    /// What the rules were about, for a test that wants each to have happened.
    enum Occasion: Hashable, CaseIterable {
        case slate, turn, crossfade, paidBreak, paidPod, catchUp, jump, exchange
    }

    init(_ configuration: SessionConfiguration, hasBreaksOnly: Bool) {
        self.configuration = configuration
        self.hasBreaksOnly = hasBreaksOnly
    }

    private mutating func complain(_ words: String) {
        if complaint == nil { complaint = words }
    }

    mutating func count(_ occasion: Occasion, _ count: Int = 1) {
        occasions[occasion, default: 0] += count
    }

    // MARK: Events and effects

    private var event = SessionEvent.began
    private var heard = FrameTime.zero
    /// The live edge that the session knows; `nil` if it knows none.
    private var edge: FrameTime?
    /// Whether the stream has run dry, and whether the output was lost.
    private var wasDry = false
    private var wasLost = false
    /// Whether an interstitial may say where the stream goes on.
    private var mayReturn = false

    /// The frame heard when the listener moved, or a marker may have moved a break.
    private var lastMove = FrameTime.zero

    mutating func see(_ event: SessionEvent) {
        self.event = event
        switch event {
        case .heard(let frame, let edge): (heard, self.edge) = (frame, edge)
        case .starved: (wasDry, mayJump) = (true, true)
        case .sinkLost: (wasLost, mayJump) = (true, true)
        case .command(.pause), .command(.unpause): mayJump = true
        case .source(_, .cue(let cue)):
            lastMove = heard
            if cue.interstitial?.resumeOffset != nil { mayReturn = true }
        case .nowPlayingRead, .breaksPlanned, .loudnessRead: lastMove = heard
        default: break
        }
    }

    /// `isAskedFor` is whether the listener wants a stream that replaces another one.
    mutating func see(_ effect: SessionEffect, isAskedFor: Bool) {
        switch effect {
        case .jump(_, _, let frame): seeJump(to: frame, isAskedFor: isAskedFor)
        case .openStream: lastMove = heard
        case .sourceTaken: creditEnd = nil
        case .catchUp(let generation, let count): seeCatchUp(of: generation, by: count)
        case .track(let beacon):
            if let slot = beacon.subject?.slot, let bumper = spots[slot]?.bumper {
                complain("a server hears \(beacon.kind) of the bumper \(bumper)")
            }
        case .advertisements(.load(let token, let spot, _)):
            ads[token.rawValue] = spot
        case .advertisements(.report(let token, _, _)):
            if let bumper = spots[token.rawValue]?.bumper {
                complain("a report on the bumper \(bumper)")
            }
        default: break
        }
    }

    // MARK: The return to live

    /// Whether a break mutes the stream.
    private var isMuted = false
    /// Whether the stream was heard again since the last jump, or may be.
    private var mayJump = false
    /// Whether the place of the last jump was heard. From there, it may jump in a break that mutes it.
    private var isPlaceHeard = false

    /// A listener who has not asked for it jumps only as ``SessionConfiguration/catchUp`` says.
    private mutating func seeJump(to frame: FrameTime, isAskedFor: Bool) {
        lastMove = heard
        if let edge, frame > edge { complain("a jump to \(frame), beyond the live edge \(edge)") }
        guard !isAskedFor, hasBreaksOnly, !wasLost, !mayReturn else { return }
        switch configuration.catchUp {
        case nil:
            if !wasDry || configuration.resume == .continue {
                complain("a jump to \(frame), though nothing is to be caught up with")
            }
        case .faster:
            if !isMuted { complain("a jump to \(frame) that is heard") }
        case .jump:
            if !mayJump, !isMuted || !isPlaceHeard { complain("a second jump to \(frame)") }
        }
        (mayJump, isPlaceHeard) = (false, false)
        if configuration.catchUp != nil { count(.jump) }
    }

    /// A stream plays faster for two seconds and more, and for ten at most unless it never jumps.
    private mutating func seeCatchUp(of generation: Int, by frameCount: Int) {
        let policy = configuration.catchUp
        if frameCount < RebufferLag.least || policy != .faster && frameCount > RebufferLag.most {
            complain("stream \(generation) plays faster for \(frameCount) frames")
        }
        if policy == nil, !wasDry || configuration.resume == .continue {
            complain("stream \(generation) catches up with what is not to be caught up with")
        }
        count(.catchUp)
    }

    // MARK: Spots

    private(set) var spots: [UInt64: SpotFacts] = [:]
    private var ads: [UInt64: Advertisement] = [:]

    mutating func noteLoaded(_ token: UInt64, frameCount: Int) {
        spots[token, default: SpotFacts()].frameCount = frameCount
    }

    /// The output frames at which breaks were announced.
    private var announcements: [JSONValue: FrameTime] = [:]
    /// The categories of the ads that were heard of a decision, whose number they describe.
    private var heardCategories: [String: Set<AdCategory>] = [:]
    /// The breaks of which the listener has skipped the slate.
    private var skippedSlates: Set<SlatedBreak> = []
    /// The slates that have begun after that. The sink may have rendered their beginning before.
    private var lateSlates: Set<UInt64> = []
    /// The numbers of the breaks that slates fill, by the numbers of their play tokens.
    private var slateBreaks: [UInt64: Int] = [:]

    /// A break of the stream, which has a slate. A break of the session may contain several.
    private struct SlatedBreak: Hashable {
        let number: JSONValue
        let streamNumber: Int?
    }

    mutating func noteSlate(_ token: UInt64, ofBreak number: Int?) {
        slateBreaks[token] = number
    }

    private mutating func see(_ record: EventRecord, of slot: UInt64) {
        let number = record.json["break"] ?? .null
        switch record.event {
        case "slot.loading":
            if case .string(let bumper)? = record.json["bumper"] {
                spots[slot, default: SpotFacts()].bumper = bumper
            }
        case "slot.started":
            startSlate(slot, of: number)
            separate(slot)
            pay(for: slot, record)
        case "slot.skipped":
            if spots[slot]?.isSlate == true, record.json["reason"] == .string("listener") {
                skippedSlates.insert(
                    SlatedBreak(number: number, streamNumber: slateBreaks[slot]))
            }
        case "slot.completed":
            if lateSlates.contains(slot) {
                complain("slate \(slot) of break \(number) comes back after it was skipped")
            }
        default: break
        }
    }

    private mutating func startSlate(_ slot: UInt64, of number: JSONValue) {
        guard spots[slot]?.isSlate == true else { return }
        count(.slate)
        if configuration.slate == nil { complain("a slate without one") }
        if skippedSlates.contains(SlatedBreak(number: number, streamNumber: slateBreaks[slot])) {
            lateSlates.insert(slot)
        }
    }

    /// No two ads of a category are heard in a break, if the operator wants so.
    private mutating func separate(_ slot: UInt64) {
        guard configuration.markers?.adRules.separatesCategories == true, let ad = ads[slot]
        else { return }
        let others = heardCategories[ad.description, default: []]
        if !others.isDisjoint(with: ad.categories) {
            complain("spot \(slot) has a category with another one of \(ad.description)")
        }
        heardCategories[ad.description] = others.union(ad.categories)
    }

    // MARK: Credits

    /// When the last credit was earned, and the output frame up to which it pays.
    private var creditStart = FrameTime.zero
    private var creditEnd: FrameTime?
    /// The pods that have begun while a credit paid for them.
    private var paidPods: Set<JSONValue> = []
    private var openPods: Set<JSONValue> = []

    /// An ad of a marked break is not heard while a credit pays, if the break was announced
    /// meanwhile and nothing has moved it or the listener since.
    private mutating func pay(for slot: UInt64, _ record: EventRecord) {
        guard let creditEnd, FrameTime(record.frame) < creditEnd,
            record.json["adId"] == .string(SessionWitness.fillID),
            let announcement = record.json["break"].flatMap({ announcements[$0] }),
            announcement >= creditStart, lastMove < announcement
        else { return }
        complain("spot \(slot) is heard at \(record.frame), paid up to \(creditEnd)")
    }

    mutating func see(_ record: EventRecord) {
        let frame = FrameTime(record.frame)
        if case .integer(let number)? = record.json["slot"] { see(record, of: UInt64(number)) }
        let pod = record.json["pod"]
        switch record.event {
        case "break.announced":
            if let number = record.json["break"] { announcements[number] = frame }
        case "break.started":
            guard let pod else { break }
            paidPods.remove(pod)
            openPods.insert(pod)
            if let creditEnd, frame < creditEnd {
                paidPods.insert(pod)
                count(.paidPod)
            }
        case "truex.started":
            if let pod, paidPods.contains(pod) { complain("a unit in \(pod), which is paid for") }
        case "break.ended": if let pod { openPods.remove(pod) }
        case "pod.skipped": keepCredit(of: pod, at: frame)
        case "break.dropped", "slot.notUsed": seeDrop(record)
        case "stream.muted": isMuted = record.json["by"] == .string("break")
        case "stream.resumed":
            (isMuted, mayJump) = (false, true)
        case "session.paused":
            // The pause was asked for before the jump, which has not made up for it.
            mayJump = true
        case "stream.shifted": isPlaceHeard = true
        default: break
        }
    }

    /// A paid pod does not renew the credit, nor does one that was heard before.
    private mutating func keepCredit(of pod: JSONValue?, at frame: FrameTime) {
        guard let pod, openPods.contains(pod), !paidPods.contains(pod),
            let lasts = configuration.truex.creditLasts
        else { return }
        creditStart = frame
        creditEnd = max(creditEnd ?? .zero, frame + lasts.frameCount)
    }

    /// Breaks are left out as paid for only while a credit lasts.
    private mutating func seeDrop(_ record: EventRecord) {
        switch record.json["reason"] {
        case .string("sameCategory"): count(.exchange)
        case .string("credited") where record.event == "break.dropped":
            count(.paidBreak)
            guard let creditEnd, FrameTime(record.frame) < creditEnd else {
                return complain("a break is left out at \(record.frame) without a credit")
            }
        default: break
        }
    }
}
