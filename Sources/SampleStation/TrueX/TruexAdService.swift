import Advertising
import MediaTime

/// The rules of true[X]'s ad server: offers and credits.
///
/// A value without I/O or a clock; times are relative to the start of the station.
struct TruexAdService: Sendable {
    let campaign: TruexCampaign
    private(set) var log = TruexServerLog()
    var ledger: CreditLedger

    private let secret: String
    private var engagements: [TruexEngagement] = []
    private var caps: [String: OptOutCap] = [:]
    private var sponsored: Set<Viewing> = []

    /// A viewer in a stream.
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
            TruexServerLog.Answer(
                answer: answer, placement: request.placement, product: request.product,
                sessionId: engagement.map(TruexEngagement.name), streamId: request.stream,
                userId: request.user))
        return TruexOffer(answer: answer, request: request, engagement: engagement)
    }

    /// Logs a player's beacon, and acts on opt-outs and credits.
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

    /// The publisher's side: processes a credit report.
    mutating func receiveCredit(_ query: [String: String]) -> CreditReply {
        let reply = ledger.receive(query)
        log.callbacks.append(
            TruexServerLog.Callback(engagementId: query["engagement_id"], reply: reply))
        if reply == .noted, let report = CreditReport(received: query) {
            log.credits.append(
                TruexServerLog.Credit(engagementId: report.engagementID, userId: report.userID))
        }
        return reply
    }

    private func answer(_ request: TruexRequest, at now: Duration) -> TruexOfferKind {
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

    /// Gives the viewer the credit at once, and reports it to the publisher.
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

    /// Reports a credit that the publisher has not accepted yet.
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

/// A card that was offered to a viewer, with its outcome.
struct TruexEngagement: Sendable {
    let request: TruexRequest
    let answer: TruexOfferKind

    /// The viewer chose the pod, or let the countdown run out.
    var isOptedOut = false

    /// The credit's report while the publisher asks for it again.
    var unsentCredit: CreditReport?

    /// The id of an engagement and of its session.
    static func name(_ number: Int) -> String { "e\(number)" }

    /// The number of the engagement with that id; `nil` for other text.
    static func number(named name: String) -> Int? {
        name.hasPrefix("e") ? Int(name.dropFirst()) : nil
    }
}

/// Counts opt-outs. After several of them, a viewer gets no card for some time.
package struct OptOutCap: Sendable {
    private var optOuts: [Duration] = []

    private static let limit = 3
    private static let window = Duration.seconds(600)

    package init() {}

    /// `now` is the time of the station's clock.
    package mutating func noteOptOut(at now: Duration) {
        optOuts.removeAll { now - $0 >= Self.window }
        optOuts.append(now)
    }

    package func isReached(at now: Duration) -> Bool {
        optOuts.count { now - $0 < Self.window } >= Self.limit
    }
}

/// Owns the ad server's rules.
actor TruexAdServer {
    private var service: TruexAdService
    private let clock: StationClock

    init(_ service: TruexAdService, clock: StationClock) {
        self.service = service
        self.clock = clock
    }

    /// Reads or changes the service.
    func ask<Answer: Sendable>(
        _ work: @Sendable (inout TruexAdService, Duration) throws -> Answer
    ) rethrows -> Answer {
        try work(&service, clock.elapsed())
    }

    /// The offer to a viewer, for a player that reached the station at `base`.
    func offer(_ request: TruexRequest, base: String) -> JSONNode {
        service.offer(request, at: clock.elapsed()).json(of: service.campaign, base: base)
    }
}
