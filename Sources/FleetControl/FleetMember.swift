import Advertising
import FoundationEssentials
import MediaTime
import PlainText

/// Decides what a player does in its fleet: messages of the broker in, commands out.
///
/// A value: it reads no clock, and each event brings its moment.
package struct FleetMember: Hashable, Sendable {
    package let name: FleetName
    let topics: FleetTopics
    package let groups: [FleetName]
    /// The events that it reports.
    private let events: FleetEvents
    private var memory: FleetMemory
    private var schedules: [FleetTarget: FleetSchedule] = [:]
    private var playlists: [FleetTarget: FleetPlaylist] = [:]
    /// What the shell knows, and how many of them it takes: it loads all spots of each.
    private var toldPlaylist: FleetPlaylist?
    private var filling = FleetRate(burst: 5, perSecond: 0.2)
    /// How many payloads are read, and how many of them are played.
    private var reading = FleetRate(burst: 500, perSecond: 50)
    private var playing = FleetRate(burst: 20, perSecond: 1)
    private var warnings = FleetWarnings()
    private var isJoined = false
    /// The acknowledgements that the broker does not have yet, oldest first.
    private var pendingAcks: [FleetAck] = []
    private var status = PendingStatus()

    /// The most acknowledgements that wait for the broker.
    static let pendingLimit = 100
    /// How much the clock of a sender may be ahead.
    static let clockTolerance = Duration.seconds(300)
    /// How late a scheduled break may begin.
    static let scheduleTolerance = Duration.seconds(60)
    /// How often the status is sent if its state stays the same, in seconds.
    static let statusInterval = 15.0

    /// A step of the shell. It takes them in order.
    package enum Command: Hashable, Sendable {
        case publish(FleetPublication)
        /// Write to the disk that a push was begun, before anything else.
        case remember(id: String, until: FleetDate)
        /// Play these spots as one break, and pass on what becomes of them as ``FleetAck``.
        case push(id: String, [Advertisement])
        /// Play the spots of a scheduled break.
        case begin([Advertisement])
        /// Fill breaks with these spots from now on; `nil` for those of the player itself.
        case fill([Advertisement]?)
        /// Tell a person.
        case warn(String)
    }

    private struct PendingStatus: Hashable, Sendable {
        var state: String?
        var sent: MonotonicTime?
    }

    /// `remembered` are the pushes that earlier processes have begun.
    package init(
        _ address: FleetAddress, named name: FleetName, remembered: [String: FleetDate] = [:]
    ) {
        self.name = name
        topics = FleetTopics(of: address.fleet)
        groups = address.groups
        events = address.events
        memory = FleetMemory(remembered)
    }

    /// The targets that include this player, the most specific first.
    package var targets: [FleetTarget] {
        [.player(name)] + groups.map { .group($0) } + [.all]
    }

    /// The topics that it reads.
    package var subscriptions: [String] {
        targets.flatMap { target in
            FleetTopics.Order.allCases.map { topics.topic(of: $0, for: target) }
        }
    }

    /// What the broker publishes once the player is gone without a word.
    package var will: FleetPublication { presence(.offline) }

    // MARK: - The connection

    /// The broker has accepted the player.
    package mutating func joined() -> [Command] {
        isJoined = true
        status = PendingStatus()
        defer { pendingAcks = [] }
        return [.publish(presence(.online))] + pendingAcks.map { .publish(publication(of: $0)) }
    }

    /// The connection was lost.
    package mutating func lost() { isJoined = false }

    /// The player ends.
    package mutating func leave() -> [Command] {
        defer { isJoined = false }
        return isJoined ? [.publish(presence(.offline))] : []
    }

    private func presence(_ state: FleetPresence.State) -> FleetPublication {
        FleetPublication(
            topic: topics.topic(of: .presence, from: name),
            payload: FleetPresence(state, in: groups).payload, isRetained: true, isAssured: true)
    }

    // MARK: - Orders

    /// A message of the broker.
    package mutating func receive(
        _ payload: [UInt8], on topic: String, at now: FleetMoment
    ) -> [Command] {
        for target in targets {
            for order in FleetTopics.Order.allCases
            where topic == topics.topic(of: order, for: target) {
                guard reading.takes(at: now.time) else {
                    return warn("too many messages arrive", at: now)
                }
                switch order {
                case .push: return receivePush(payload, at: now)
                case .schedule: return receiveSchedule(payload, for: target, at: now)
                case .house: return receivePlaylist(payload, for: target, at: now)
                }
            }
        }
        return []
    }

    private mutating func receivePush(_ payload: [UInt8], at now: FleetMoment) -> [Command] {
        let push: FleetPush
        do throws(FleetPayload.Refusal) {
            push = try FleetPush(parsing: payload)
        } catch {
            return warn("a push is refused: \(error)", at: now)
        }
        memory.forgetExpired(at: now.date)
        guard !memory.contains(push.id) else { return [] }
        guard push.sent <= now.date.advanced(by: Self.clockTolerance) else {
            return acknowledge(
                FleetAck(id: push.id, .refused, reason: "it is from the future; check the clocks"))
                + warn("a push is refused: it is from the future; check the clocks", at: now)
        }
        guard push.expiry > now.date else {
            return acknowledge(FleetAck(id: push.id, .expired, reason: "it came too late"))
        }
        // Neither expired pushes count nor those that are begun: a player that comes back gets many.
        guard playing.takes(at: now.time), memory.remember(push.id, until: push.expiry) else {
            return acknowledge(FleetAck(id: push.id, .refused, reason: "too many pushes are due"))
                + warn("a push is refused: too many are due", at: now)
        }
        return [.remember(id: push.id, until: push.expiry)]
            + acknowledge(FleetAck(id: push.id, .accepted))
            + [.push(id: push.id, push.spots)]
    }

    /// What has become of a push of ``Command/push(id:_:)``.
    package mutating func note(_ ack: FleetAck) -> [Command] { acknowledge(ack) }

    private mutating func acknowledge(_ ack: FleetAck) -> [Command] {
        guard !isJoined else { return [.publish(publication(of: ack))] }
        pendingAcks = pendingAcks.suffix(Self.pendingLimit - 1) + [ack]
        return []
    }

    private func publication(of ack: FleetAck) -> FleetPublication {
        FleetPublication(
            topic: topics.topic(of: .ack, from: name), payload: ack.payload, isAssured: true)
    }

    private mutating func warn(_ text: String, at now: FleetMoment) -> [Command] {
        warnings.isDue(at: now.time) ? [.warn("fleet: \(text)")] : []
    }

    // MARK: - Scheduled breaks

    private mutating func receiveSchedule(
        _ payload: [UInt8], for target: FleetTarget, at now: FleetMoment
    ) -> [Command] {
        do throws(FleetPayload.Refusal) {
            schedules[target] = try FleetSchedule(parsing: payload)
        } catch {
            // The schedule that is known stays: half of a fleet must not fall silent for a comma.
            return warn("a schedule is refused: \(error)", at: now)
        }
        return advance(to: now)
    }

    /// Does what is due at `now`.
    package mutating func advance(to now: FleetMoment) -> [Command] {
        var commands = tellPlaylist(at: now)
        memory.forgetExpired(at: now.date)
        for target in targets {
            for entry in schedules[target]?.breaks ?? [] {
                guard let start = entry.latestStart(at: now.date) else { continue }
                let end = start.advanced(by: Self.scheduleTolerance)
                guard now.date < end else { continue }
                let id = "\(target.levels)/\(entry.id)@\(start.milliseconds)"
                guard !memory.contains(id), memory.remember(id, until: end) else { continue }
                commands += [.remember(id: id, until: end), .begin(entry.spots)]
            }
        }
        return commands
    }

    /// When ``advance(to:)`` has something to do next; `nil` if no break is scheduled.
    package func nextDate(after now: FleetDate) -> FleetDate? {
        schedules.values.flatMap(\.breaks).compactMap { $0.nextStart(after: now) }.min()
    }

    // MARK: - House spots

    private mutating func receivePlaylist(
        _ payload: [UInt8], for target: FleetTarget, at now: FleetMoment
    ) -> [Command] {
        do throws(FleetPayload.Refusal) {
            playlists[target] = try FleetPlaylist.parse(payload)
        } catch {
            return warn("a house playlist is refused: \(error)", at: now)
        }
        return tellPlaylist(at: now)
    }

    private mutating func tellPlaylist(at now: FleetMoment) -> [Command] {
        let playlist = self.playlist
        guard playlist != toldPlaylist, filling.takes(at: now.time) else { return [] }
        toldPlaylist = playlist
        return [.fill(playlist?.spots)]
    }

    /// That of the player, else those of its groups together, else that of all.
    private var playlist: FleetPlaylist? {
        if let own = playlists[.player(name)] { return own }
        let ofGroups = groups.compactMap { playlists[.group($0)] }
        guard !ofGroups.isEmpty else { return playlists[.all] }
        return FleetPlaylist(
            spots: Array(ofGroups.flatMap(\.spots).prefix(FleetPlaylist.spotLimit)))
    }

    // MARK: - Reports

    /// The status of the player, as JSON. `state` is the member of that name in it.
    package mutating func report(
        status text: String, state: String, at now: MonotonicTime
    ) -> [Command] {
        guard isJoined else { return [] }
        let isOld = status.sent.map { now >= $0.advanced(by: Self.statusInterval) } ?? true
        guard isOld || state != status.state else { return [] }
        status = PendingStatus(state: state, sent: now)
        return [
            .publish(
                FleetPublication(
                    topic: topics.topic(of: .status, from: name), payload: Array(text.utf8),
                    isRetained: true))
        ]
    }

    /// A line of the event log, as JSON. `event` is its name.
    package func report(event: String, line: String) -> [Command] {
        guard isJoined, events.include(event) else { return [] }
        return [
            .publish(
                FleetPublication(
                    topic: topics.topic(of: .events, from: name), payload: Array(line.utf8)))
        ]
    }
}

/// A message to the broker.
package struct FleetPublication: Hashable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the broker keeps it for those who subscribe later.
    package var isRetained = false
    /// Whether the broker has to confirm it (QoS 1).
    package var isAssured = false

    package init(
        topic: String, payload: [UInt8], isRetained: Bool = false, isAssured: Bool = false
    ) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.isAssured = isAssured
    }
}
