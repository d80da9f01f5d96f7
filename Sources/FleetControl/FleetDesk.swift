import Glibc
import MediaTime

/// A connection of an operator to a fleet, for one command. Blocks its caller, on one thread.
///
/// A push that the desk has sent is sent again if the broker is lost and comes back, for a broker may
/// forget it. Players begin with it once, because its id is the same.
package final class FleetDesk {
    private let address: FleetAddress
    private var connection: BrokerConnection
    private let topics: FleetTopics
    private var filters: [String] = []
    private var openPush: OpenPush?
    private var isLost = false
    /// Messages that came while something else was awaited, in order.
    private var messages: [Message] = []

    /// A message of a player.
    package struct Message: Hashable, Sendable {
        package var player: FleetName
        package var report: FleetTopics.Report
        package var payload: [UInt8]

        package init(player: FleetName, report: FleetTopics.Report, payload: [UInt8]) {
            self.player = player
            self.report = report
            self.payload = payload
        }
    }

    private struct OpenPush {
        var publication: FleetPublication
        var expiry: FleetDate
    }

    /// How long a broker may take to answer, in seconds.
    private static let answerLimit = 10.0
    /// How long a push may take until a broker has it that is lost meanwhile, in seconds. A cluster
    /// that has lost a node needs some.
    private static let pushLimit = 30.0
    /// How long nothing may come before all that the broker keeps has come, in seconds.
    private static let quietTime = 0.5
    /// How long a lost broker is left alone before each try, in seconds.
    private static let pause = 0.5

    /// Connects to the broker. Throws if it does not accept that within ten seconds.
    package init(_ address: FleetAddress) throws(FleetFailure) {
        blockBrokenPipes()
        self.address = address
        topics = FleetTopics(of: address.fleet)
        connection = try BrokerConnection(address, as: .passing)
        try open()
    }

    private func open() throws(FleetFailure) {
        do throws(FleetFailure) {
            try connection.open()
        } catch {
            throw FleetFailure("\(address.publicName): \(error)")
        }
        try waitForAnswer("\(address.publicName): the broker does not answer") { $0 == .accepted }
    }

    /// Publishes `push` for `target`, and returns once the broker has it. A broker that is lost
    /// meanwhile may come back within half a minute.
    package func push(_ push: FleetPush, to target: FleetTarget) throws(FleetFailure) {
        let publication = FleetPublication(
            topic: topics.topic(of: .push, for: target), payload: fleetJSON(push), isAssured: true)
        guard publication.payload.count <= FleetPayload.byteLimit else {
            throw FleetFailure("the push has more than \(FleetPayload.byteLimit) bytes")
        }
        let open = OpenPush(publication: publication, expiry: push.expiry)
        openPush = open
        let end = MonotonicTime.now.advanced(by: Self.pushLimit)
        do throws(FleetFailure) {
            try send(open)
        } catch {
            guard isLost else { throw error }
            while isLost {
                guard MonotonicTime.now < end else { throw error }
                try comeBack()
            }
        }
    }

    private func send(_ push: OpenPush) throws(FleetFailure) {
        let rest = Duration.milliseconds(
            push.expiry.milliseconds.subtractingReportingOverflow(FleetDate.now.milliseconds)
                .partialValue)
        try publish(push.publication, expiringAfter: max(rest, .milliseconds(1)))
    }

    /// Tries once to get the lost broker back, and sends what is open again. Throws if nothing is
    /// open any more, or the broker refuses it.
    private func comeBack() throws(FleetFailure) {
        poll(nil, 0, Int32(saturating: Self.pause * 1000))
        do throws(FleetFailure) {
            connection = try BrokerConnection(address, as: .passing)
            isLost = false
            try open()
            for filter in filters { try subscribe(to: filter) }
            if let openPush { try send(openPush) }
        } catch {
            guard let openPush, openPush.expiry > .now else { throw error }
            isLost = true
        }
    }

    /// Replaces the schedule that the broker keeps for `target`, and returns once the broker has it.
    /// An empty payload removes it.
    package func keep(schedule payload: [UInt8], for target: FleetTarget) throws(FleetFailure) {
        do throws(FleetPayload.Refusal) {
            _ = try FleetSchedule(parsing: payload)
        } catch {
            throw FleetFailure("the schedule cannot be used: \(error)")
        }
        try publish(
            FleetPublication(
                topic: topics.topic(of: .schedule, for: target), payload: payload,
                isRetained: true, isAssured: true))
    }

    /// Replaces the house spots that the broker keeps for `target`, and returns once the broker has
    /// them; `nil` removes them.
    package func keep(
        house playlist: FleetPlaylist?, for target: FleetTarget
    ) throws(FleetFailure) {
        let payload = playlist?.payload ?? []
        do throws(FleetPayload.Refusal) {
            _ = try FleetPlaylist.parse(payload)
        } catch {
            throw FleetFailure("the house playlist cannot be used: \(error)")
        }
        try publish(
            FleetPublication(
                topic: topics.topic(of: .house, for: target), payload: payload,
                isRetained: true, isAssured: true))
    }

    func publish(
        _ publication: FleetPublication, expiringAfter life: Duration? = nil
    ) throws(FleetFailure) {
        let number = try connection.publish(publication, expiringAfter: life)
        var refusal: String?
        try waitForAnswer("the broker does not confirm the message") { event in
            guard case .confirmed(number, let words) = event else { return false }
            refusal = words
            return true
        }
        if let refusal { throw FleetFailure("the broker refuses the message: \(refusal)") }
    }

    /// Subscribes to the reports of one player, or of all.
    package func subscribe(
        to reports: [FleetTopics.Report], from player: FleetName? = nil
    ) throws(FleetFailure) {
        for report in reports {
            let filter = topics.filter(for: report, from: player)
            try subscribe(to: filter)
            filters.append(filter)
        }
    }

    private func subscribe(to filter: String) throws(FleetFailure) {
        let number = try connection.subscribe(to: filter)
        try waitForAnswer("the broker does not confirm a subscription") {
            $0 == .subscribed(number)
        }
    }

    /// The next message; `nil` if none comes within `seconds`. Blocks, and longer if the broker was
    /// lost.
    package func next(within seconds: Double) throws(FleetFailure) -> Message? {
        let end = MonotonicTime.now.advanced(by: seconds)
        while messages.isEmpty {
            let rest = end.seconds(since: .now)
            guard rest > 0 else { return nil }
            if isLost { try comeBack() }
            for event in wait(atMost: rest) {
                if case .lost(let reason) = event {
                    guard let openPush, openPush.expiry > .now else { throw FleetFailure(reason) }
                    isLost = true
                }
                note(event)
            }
        }
        return messages.removeFirst()
    }

    /// All messages until none comes for half a second, which are those that the broker has kept.
    package func kept() throws(FleetFailure) -> [Message] {
        let end = MonotonicTime.now.advanced(by: Self.answerLimit)
        var kept: [Message] = []
        while MonotonicTime.now < end, let message = try next(within: Self.quietTime) {
            kept.append(message)
        }
        return kept
    }

    /// Says goodbye.
    package func close() {
        connection.close()
    }

    private func waitForAnswer(
        _ complaint: String, _ isAnswer: (BrokerConnection.Event) -> Bool
    ) throws(FleetFailure) {
        let end = MonotonicTime.now.advanced(by: Self.answerLimit)
        while true {
            let rest = end.seconds(since: .now)
            guard rest > 0 else {
                isLost = true
                throw FleetFailure(complaint)
            }
            var isAnswered = false
            for event in wait(atMost: rest) {
                if case .lost(let reason) = event {
                    isLost = true
                    throw FleetFailure(reason)
                }
                note(event)
                if isAnswer(event) { isAnswered = true }
            }
            if isAnswered { return }
        }
    }

    private func note(_ event: BrokerConnection.Event) {
        guard case .message(let topic, let payload, _) = event,
            let (player, report) = topics.report(in: topic)
        else { return }
        messages.append(Message(player: player, report: report, payload: payload))
    }

    private func wait(atMost seconds: Double) -> [BrokerConnection.Event] {
        guard var awaited = connection.awaited else {
            return [.lost(reason: "the connection was ended")]
        }
        let limit = Int32(saturating: (min(seconds, 5) * 1000).rounded(.up))
        poll(&awaited, 1, limit)
        return connection.advance(awaited.revents)
    }
}
