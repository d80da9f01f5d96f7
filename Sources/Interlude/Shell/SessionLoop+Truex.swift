import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess
import MediaTime

/// What true[X] asks for.
extension SessionLoop {
    /// Tells the machine where the pods are, as far as that is known before the stream is there.
    func openSchedule() {
        guard let truex = parts.truex else { return }
        schedule = truex.schedule
        for remark in truex.schedule.remarks { handle(.truex(.warning(remark))) }
        if truex.schedule.session != nil { handle(.truex(.pingsWanted)) }
        tellPods()
    }

    private func tellPods() { handle(.truex(.pods(allPods()))) }

    /// All pods, at the frames that they have for the machine.
    private func allPods() -> [TruexPod] {
        let stream = currentStream
        toldPods = (schedule?.pods ?? []).map { pod in
            pod.turned { stream?.programmeFrame(of: $0) ?? $0 }
        }
        return toldPods
    }

    func carryOut(_ command: TruexCommand) {
        switch command {
        case .ask(let token, let stop): askForAd(token, at: stop)
        case .cancel(let token): cancelAsking(token)
        case .track(let token, let name):
            if let service = services[token] { parts.truex?.server.track(name, of: service) }
        case .release(let token):
            cancelAsking(token)
            services[token] = nil
        case .tell(let event): observer.truexHappened(event)
        case .ping(let place, let news): ping(at: place, news)
        }
    }

    private func askForAd(_ token: TruexToken, at stop: TruexStop.ID) {
        guard let server = parts.truex?.server,
            let parameters = schedule?.ad(at: stop)?.truexParameters
        else {
            return handle(
                .truex(.askingFailed(token, reason: "the schedule names no ad server")))
        }
        let limit = machine.configuration.truex.fetchTimeout
        let ticket = ask(after: min(parts.networkDelay, limit))
        let (mailbox, viewer) = (mailbox, viewer)
        asking[token] = Asking(
            ticket: ticket,
            task: Task {
                let outcome = await Result.of {
                    try await server.ask(parameters, for: viewer, within: limit)
                }
                mailbox.send(.perform { $0?.take(outcome, for: token, ticket) })
            })
    }

    private func take(
        _ outcome: Result<TruexServer.Offer, any Error>, for token: TruexToken,
        _ ticket: PendingReplies<SessionEvent>.Ticket
    ) {
        guard asking.removeValue(forKey: token) != nil else { return }
        switch outcome {
        case .success(let offer):
            services[token] = offer.service
            answer(ticket, [.truex(.answered(token, offer.answer))])
        case .failure(let error):
            answer(ticket, [.truex(.askingFailed(token, reason: "\(error)"))])
        }
    }

    private func cancelAsking(_ token: TruexToken) {
        guard let asked = asking.removeValue(forKey: token) else { return }
        asked.task.cancel()
        answer(asked.ticket, [])
    }

    /// Who watches, as ad servers are told.
    private var viewer: TruexViewer {
        TruexViewer(
            streamID: schedule?.session?.id ?? streamID, userID: Self.listenerID)
    }

    /// Made up, and the same for all breaks of a stream. Where it is had, which may be a file of
    /// the listener's or hold a password, is no business of ad servers.
    private var streamID: String {
        String(UInt(bitPattern: machine.configuration.source.hashValue), radix: 36)
    }

    /// Made up, and the same for as long as the process runs.
    private static let listenerID = UUID().uuidString

    /// An ad that is being asked for.
    struct Asking {
        var ticket: PendingReplies<SessionEvent>.Ticket
        var task: Task<Void, Never>
    }
}

// MARK: - Further pods

extension SessionLoop {
    private func ping(at place: FrameTime, _ news: Ping.News) {
        guard let server = parts.truex?.server, let session = schedule?.session else { return }
        let stream = currentStream
        let position = stream?.streamFrame(at: place) ?? place
        let event: UplynkSession.PingEvent =
            switch news {
            case .started: .started
            case .sought(let from): .sought(from: stream?.streamFrame(at: from) ?? from)
            case .due: .due
            }
        let place = session.pingAddress(at: position, for: event)
        let ticket = ask(after: parts.networkDelay)
        let mailbox = mailbox
        Task {
            let outcome = await Result.of {
                guard let address = WebAddress(place) else {
                    throw TruexServerError("\(place): no http(s) address")
                }
                let bytes = try await server.fetch(address, within: .seconds(10))
                return try PingAnswer(parsing: bytes, address: place)
            }
            mailbox.send(.perform { $0?.take(outcome, ticket) })
        }
    }

    private func take(
        _ outcome: Result<PingAnswer, any Error>, _ ticket: PendingReplies<SessionEvent>.Ticket
    ) {
        switch outcome {
        case .success(let pinged):
            let error = pinged.error.map { [SessionEvent.truex(.warning($0))] } ?? []
            let isNews = schedule?.append(pinged.schedule).isEmpty == false
            let pods = isNews ? [SessionEvent.truex(.pods(allPods()))] : []
            answer(ticket, error + pods + [.truex(.nextPing(at: pinged.next))])
        case .failure(let error):
            answer(ticket, [.truex(.pingFailed(reason: "\(error)"))])
        }
    }

    /// Places breaks that hang on the stream's length, and those of a live stream whose clock is
    /// another than the listener's.
    func settlePods() {
        guard parts.truex != nil, let stream = currentStream else { return }
        if !isPlaced, schedule?.unplaced.isEmpty == false,
            machine.transport.current?.isLive == false,
            let end = stream.store?.end, end != .distantFuture
        {
            schedule?.place(inStreamEndingAt: end)
            isPlaced = true
            return tellPods()
        }
        guard machine.transport.current?.isLive == true,
            let now = machine.streamFrame(at: machine.heard)
        else { return }
        let soon = FrameRange(now, count: 10 * FrameTime.rate)
        let isOff = (schedule?.pods ?? []).contains { pod in
            let frame = stream.programmeFrame(of: pod.range.start)
            return soon.contains(frame)
                && !toldPods.contains { $0.id == pod.id && $0.range.start == frame }
        }
        if isOff { tellPods() }
    }
}

extension Result where Failure == any Error, Success: Sendable {
    /// What comes of `work`.
    static func of(_ work: () async throws -> Success) async -> Self {
        do {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
