import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess
import MediaTime

/// The requests of one session to the servers of true[X] and of the stream's schedule.
///
/// It keeps the schedule in stream frames, and reports its pods in programme frames.
struct TruexShell {
    private let parts: TruexParts
    private let mailbox: Mailbox<SessionLoop.Message>
    /// A random name for the session's source, the same in all breaks. Ad servers do not get the
    /// source's address, which may be a private file or contain a password.
    private let streamID: String

    /// The schedule as far as it is known; `nil` once another source plays.
    private var schedule: AdSchedule?
    /// The pods that the machine knows, in programme frames.
    private var reportedPods: [TruexPod] = []
    /// Whether the breaks whose position depends on the stream's length were placed.
    private var isPlaced = false

    private var requests: [TruexToken: Request] = [:]
    /// The services that receive tracking events for answered requests.
    private var services: [TruexToken: TruexService] = [:]

    /// A request to an ad server.
    private struct Request {
        var reply: SessionLoop.ReplyID
        var task: Task<Void, Never>
    }

    /// Random, and constant for the process.
    private static let listenerID = UUID().uuidString

    init(_ parts: TruexParts, source: String, mailbox: Mailbox<SessionLoop.Message>) {
        self.parts = parts
        self.mailbox = mailbox
        streamID = String(UInt(bitPattern: source.hashValue), radix: 36)
        schedule = parts.schedule
    }

    // MARK: - Pods

    /// The events of the session's start: the schedule's warnings, and its pods as far as their frames
    /// are known before the stream is open.
    mutating func begin() -> [SessionEvent] {
        let warnings = parts.schedule.remarks.map { SessionEvent.truex(.warning($0)) }
        let pings = parts.schedule.session == nil ? [] : [SessionEvent.truex(.pingsWanted)]
        return warnings + pings + [pods(in: nil)]
    }

    /// Drops the schedule, which does not apply to another source.
    mutating func leaveSchedule() { schedule = nil }

    /// All pods, at their present programme frames in `stream`.
    private mutating func pods(in stream: (any OpenStream)?) -> SessionEvent {
        reportedPods = (schedule?.pods ?? []).map { pod in
            var pod = pod.turned { stream?.programmeFrame(of: $0) ?? $0 }
            if pod.hasTracking { pod.documentAddress = parts.documentAddress }
            return pod
        }
        return .truex(.pods(reportedPods))
    }

    /// Places the breaks that depend on a file's length, once that is known.
    mutating func place(in file: any OpenStream) -> SessionEvent? {
        guard !isPlaced, schedule?.unplaced.isEmpty == false, let end = file.store?.end,
            end != .distantFuture
        else { return nil }
        schedule?.place(inStreamEndingAt: end)
        isPlaced = true
        return pods(in: file)
    }

    /// Corrects the pods of a live stream if one within 10 s of stream frame `now` is no longer at
    /// its reported programme frame. The drift correction moves them.
    mutating func correct(at now: FrameTime, in stream: any OpenStream) -> SessionEvent? {
        let soon = FrameRange(now, count: 10 * FrameTime.rate)
        let isOff = (schedule?.pods ?? []).contains { pod in
            let frame = stream.programmeFrame(of: pod.range.start)
            return soon.contains(frame)
                && !reportedPods.contains { $0.id == pod.id && $0.range.start == frame }
        }
        return isOff ? pods(in: stream) : nil
    }

    // MARK: - Ads

    /// Whether the schedule names an ad server for a placeholder.
    func canAsk(at stop: TruexStop.ID) -> Bool { parameters(at: stop) != nil }

    private func parameters(at stop: TruexStop.ID) -> TruexAdParameters? {
        schedule?.ad(at: stop)?.truexParameters
    }

    /// Requests the ad of a placeholder within `limit`; `reply` is answered with the outcome.
    mutating func ask(
        _ token: TruexToken, at stop: TruexStop.ID, within limit: Duration,
        _ reply: SessionLoop.ReplyID
    ) {
        guard let parameters = parameters(at: stop) else { return }
        let (mailbox, server) = (mailbox, parts.server)
        let viewer = TruexViewer(
            streamID: schedule?.session?.id ?? streamID, userID: Self.listenerID)
        requests[token] = Request(
            reply: reply,
            task: Task {
                let outcome = await Result.of {
                    try await server.ask(parameters, for: viewer, within: limit)
                }
                mailbox.send(.truexOffer(token, reply, outcome))
            })
    }

    mutating func take(
        _ outcome: Result<TruexServer.Offer, any Error>, for token: TruexToken,
        _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard requests.removeValue(forKey: token) != nil else { return [] }
        switch outcome {
        case .success(let offer):
            services[token] = offer.service
            return [.answer(reply, [.truex(.answered(token, offer.answer))])]
        case .failure(let error):
            return [.answer(reply, [.truex(.askingFailed(token, reason: "\(error)"))])]
        }
    }

    mutating func cancel(_ token: TruexToken) -> [SessionLoop.Message] {
        guard let request = requests.removeValue(forKey: token) else { return [] }
        request.task.cancel()
        return [.answer(request.reply, [])]
    }

    /// Releases a renderer that is over. It sends no more tracking events.
    mutating func release(_ token: TruexToken) -> [SessionLoop.Message] {
        services[token] = nil
        return cancel(token)
    }

    /// The beacon with a tracking event for the server of the token's ad; `nil` if the ad names none.
    func beacon(_ name: TruexTracking, of token: TruexToken) -> Beacon? {
        services[token].map {
            Beacon(
                number: 0, kind: name.rawValue, address: $0.text(for: name),
                documentAddress: parts.documentAddress)
        }
    }

    // MARK: - Further pods

    /// Whether the schedule has a server for further pods.
    var hasPings: Bool { schedule?.session != nil }

    /// Requests further pods from the schedule's server, and tells it where the listener is;
    /// `reply` is answered with the outcome.
    func ping(
        at place: FrameTime, _ reason: Ping.Reason, in stream: (any OpenStream)?,
        _ reply: SessionLoop.ReplyID
    ) {
        guard let session = schedule?.session else { return }
        let position = stream?.streamFrame(at: place) ?? place
        let event: UplynkSession.PingEvent =
            switch reason {
            case .started: .started
            case .sought(let from): .sought(from: stream?.streamFrame(at: from) ?? from)
            case .due: .due
            }
        let place = session.pingAddress(at: position, for: event)
        let (mailbox, server) = (mailbox, parts.server)
        Task {
            let outcome = await Result.of {
                guard let address = WebAddress(place) else {
                    throw TruexServerError("\(place): no http(s) address")
                }
                let bytes = try await server.fetch(address, within: .seconds(10))
                return try PingAnswer(parsing: bytes, address: place)
            }
            mailbox.send(.pinged(reply, outcome))
        }
    }

    mutating func take(
        _ outcome: Result<PingAnswer, any Error>, in stream: (any OpenStream)?,
        _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        switch outcome {
        case .success(let pinged):
            let error = pinged.error.map { [SessionEvent.truex(.warning($0))] } ?? []
            let isNews = schedule?.append(pinged.schedule).isEmpty == false
            let pods = isNews ? [pods(in: stream)] : []
            return [.answer(reply, error + pods + [.truex(.nextPing(at: pinged.next))])]
        case .failure(let error):
            return [.answer(reply, [.truex(.pingFailed(reason: "\(error)"))])]
        }
    }

    /// Cancels all requests, without replies.
    func close() {
        for request in requests.values { request.task.cancel() }
    }
}

extension Result where Failure == any Error, Success: Sendable {
    /// The outcome of `work`.
    static func of(_ work: () async throws -> Success) async -> Self {
        do {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
