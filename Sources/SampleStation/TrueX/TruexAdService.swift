import Advertising
import MediaTime

/// Everything that the ad server decides: who is offered what, and which credits count.
///
/// No I/O and no clock of its own; times are since the station began.
struct TruexAdService: Sendable {
    let campaign: TruexCampaign
    private(set) var log = TruexLog()
    var ledger: CreditLedger

    private let secret: String
    private var engagements: [TruexEngagement] = []
    private var caps: [String: OptOutCap] = [:]
    private var sponsored: Set<Viewing> = []

    /// One viewer in one stream.
    private struct Viewing: Hashable {
        let user: String
        let stream: String
    }

    /// How often a credit is reported before the ad server waits for the session's next beacon.
    private static let attempts = 4

    init(_ campaign: TruexCampaign, secret: String) {
        self.campaign = campaign
        self.secret = secret
        ledger = CreditLedger(secret: secret)
    }

    /// Decides what a viewer is shown.
    mutating func offer(_ request: TruexRequest, at now: Duration) -> TruexOffer {
        ledger.users.insert(request.user)
        let answer = answer(request, at: now)
        let engagement: Int?
        switch answer {
        case .choiceCard, .skipCard, .idvx:
            engagements.append(TruexEngagement(request: request, answer: answer))
            engagement = engagements.count
        case .noBid, .capped:
            engagement = nil
        }
        log.answers.append(
            TruexLog.Answer(
                answer: answer, placement: request.placement, product: request.product,
                sessionId: engagement.map(TruexEngagement.name), streamId: request.stream,
                userId: request.user))
        return TruexOffer(answer: answer, request: request, engagement: engagement)
    }

    /// Takes note of what a player tells, and acts on opt-outs and credits.
    mutating func track(_ beacon: TruexBeacon, at now: Duration) throws(RequestRefusal) {
        guard let number = TruexEngagement.number(named: beacon.sessionId),
            engagements.indices.contains(number - 1)
        else {
            throw RequestRefusal("there is no session \(beacon.sessionId)", status: .notFound)
        }
        let index = number - 1
        log.beacons.append(beacon)
        switch beacon.name {
        case "choice_card_select_watch", "choice_card_auto_advance": noteOptOut(index, at: now)
        case "unit_credit": credit(index)
        default: report(index)
        }
    }

    /// The publisher's side: notes a credit that is reported to it.
    mutating func receiveCredit(_ query: [String: String]) -> CreditReply {
        let reply = ledger.receive(query)
        log.callbacks.append(
            TruexLog.Callback(engagementId: query["engagement_id"], reply: reply))
        if reply == .noted, let report = CreditReport(received: query) {
            log.credits.append(
                TruexLog.Credit(engagementId: report.engagementID, userId: report.userID))
        }
        return reply
    }

    private func answer(_ request: TruexRequest, at now: Duration) -> TruexAnswer {
        switch request.placement {
        case .noBid: return .noBid
        case .idvx: return .idvx
        case .lighthouse: break
        }
        if let viewing = viewing(request), sponsored.contains(viewing) { return .skipCard }
        return caps[request.user]?.isReached(at: now) == true ? .capped : .choiceCard
    }

    private func viewing(_ request: TruexRequest) -> Viewing? {
        request.stream.map { Viewing(user: request.user, stream: $0) }
    }

    private mutating func noteOptOut(_ index: Int, at now: Duration) {
        guard engagements[index].answer == .choiceCard, !engagements[index].isOptedOut else {
            return
        }
        engagements[index].isOptedOut = true
        caps[engagements[index].request.user, default: OptOutCap()].noteOptOut(at: now)
    }

    /// A credit is the viewer's at once; the publisher is told as soon as it takes the report.
    private mutating func credit(_ index: Int) {
        // Skip cards and ads without a card earn nothing (rule C7).
        guard engagements[index].answer == .choiceCard else { return }
        let request = engagements[index].request
        caps[request.user] = nil
        if request.position == .preroll, request.product == .sponsoredStream,
            let viewing = viewing(request)
        {
            sponsored.insert(viewing)
        }
        engagements[index].unsentCredit = CreditReport(
            engagement: index + 1, request: request, campaign: campaign)
        report(index)
    }

    /// Reports a credit that the publisher has not taken yet.
    private mutating func report(_ index: Int) {
        guard let credit = engagements[index].unsentCredit else { return }
        let query = credit.fields.merging(["sig": credit.signature(secret: secret)]) { $1 }
        for _ in 0..<Self.attempts {
            switch receiveCredit(query) {
            case .askAgain: continue
            case .noted, .wrongSignature, .duplicateOrUnknownUser:
                engagements[index].unsentCredit = nil
                return
            }
        }
    }
}

/// One card that was offered to a viewer, and what came of it.
struct TruexEngagement: Sendable {
    let request: TruexRequest
    let answer: TruexAnswer

    /// The viewer chose the pod, or let the countdown run out.
    var isOptedOut = false

    /// The credit's report, while the publisher asks for it to be sent again.
    var unsentCredit: CreditReport?

    /// The id of an engagement, which is also that of its session.
    static func name(_ number: Int) -> String { "e\(number)" }

    /// The number of the engagement that is named so; nil if it is no such name.
    static func number(named name: String) -> Int? {
        name.hasPrefix("e") ? Int(name.dropFirst()) : nil
    }
}

/// Whether a viewer has chosen the pod so often that no card is shown for a while.
package struct OptOutCap: Sendable {
    private var optOuts: [Duration] = []

    private static let limit = 3
    private static let window = Duration.seconds(600)

    package init() {}

    /// The viewer chose the pod; a time is that of the station's clock.
    package mutating func noteOptOut(at now: Duration) {
        optOuts.removeAll { now - $0 >= Self.window }
        optOuts.append(now)
    }

    package func isReached(at now: Duration) -> Bool {
        optOuts.count { now - $0 < Self.window } >= Self.limit
    }
}

/// Owns the service of the ad server.
actor TruexAdServer {
    private var service: TruexAdService
    private let clock: StationClock

    init(_ service: TruexAdService, clock: StationClock) {
        self.service = service
        self.clock = clock
    }

    /// Asks or changes the service.
    func ask<Answer: Sendable>(
        _ work: @Sendable (inout TruexAdService, Duration) throws -> Answer
    ) rethrows -> Answer {
        try work(&service, clock.elapsed())
    }

    /// What a viewer is offered, as the player gets it at `base`.
    func offer(_ request: TruexRequest, base: String) -> JSONNode {
        service.offer(request, at: clock.elapsed()).json(of: service.campaign, base: base)
    }
}
