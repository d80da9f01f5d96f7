import Advertising
import FleetControl
import FoundationEssentials
import Interlude
import MediaTime

/// A session as a player of its fleet.
///
/// What the fleet asks for is carried out as a request of `interlude ctl` is.
final class FleetStage: AudioSessionDelegate {
    private let player: FleetPlayer

    /// Joins the fleet with `session`, which must not play yet; `nil` without `--fleet`.
    ///
    /// `stage` logs what happens to the connection.
    init?(_ session: AudioSession, _ options: PlayCommand, on stage: PlayStage) throws(CommandError)
    {
        guard let fleet = options.network.fleet else { return nil }
        let name = try fleet.playerName()
        let address = fleet.address
        // Like those of documents: the broker may pass on what a stranger has written.
        let reach: Advertisement.Reach =
            options.network.allowPrivate ? .asNamed : .publicNetwork
        let log = FleetLog(session, stage, address, name)
        let own = try SpotArgument.advertisements(
            of: options.advertisements.fill.flatMap { $0 }, absent: options.absentSpots)
        let handler = FleetPlayer.Handler { id, spots, report in
            let spots = spots.reaching(reach)
            guard let id else {
                return session.carryOut(.push(spots)) { reply in
                    if case .refused(let reason) = reply {
                        log.warn("fleet: a scheduled break is refused: \(reason)")
                    }
                }
            }
            session.carryOut(.pushAndWait(spots)) { reply in report(FleetAck(id: id, reply)) }
        } fill: { spots in
            session.send(.setFill(spots?.reaching(reach) ?? own))
        } joined: {
            log.joined()
        } lost: {
            log.lost($0)
        } warn: {
            log.warn($0)
        }
        let folder = StateFile(
            "fleet/\(address.fleet)/\(name)", environment: ProcessInfo.processInfo.environment)
        do throws(FleetFailure) {
            player = try FleetPlayer(address, named: name, folder: folder?.path, handler: handler)
        } catch {
            throw CommandError(.unavailable, "--fleet: \(error)")
        }
        session.addDelegate(self)
    }

    func onEvent(_ record: EventRecord) {
        player.report(event: record.event, line: record.json.description)
    }

    func onStatusUpdate(_ status: PlayerStatus) {
        player.report(status: { status.json.description }, state: status.state.rawValue)
    }

    /// Leaves the fleet. Blocks for at most a second.
    func close() { player.close() }
}

extension [Advertisement] {
    /// These spots, with addresses from there alone.
    fileprivate func reaching(_ reach: Advertisement.Reach) -> [Advertisement] {
        map { spot in
            var spot = spot
            spot.reach = reach
            return spot
        }
    }
}

/// The lines of the event log about the fleet.
private final class FleetLog: Sendable {
    private let session: AudioSession
    private let stage: PlayStage
    private let address: String
    private let name: String

    init(_ session: AudioSession, _ stage: PlayStage, _ address: FleetAddress, _ name: FleetName) {
        self.session = session
        self.stage = stage
        self.address = address.publicName
        self.name = name.text
        session.show(fleet: PlayerStatus.Fleet(address: self.address, name: self.name))
    }

    func joined() {
        show(isJoined: true, reason: nil)
        log("fleet.joined", ["fleet": .string(address), "name": .string(name)])
    }

    func lost(_ reason: String) {
        show(isJoined: false, reason: reason)
        log("fleet.lost", ["fleet": .string(address), "reason": .string(reason)])
    }

    func warn(_ words: String) { log("session.warning", ["reason": .string(words)]) }

    private func show(isJoined: Bool, reason: String?) {
        var fleet = PlayerStatus.Fleet(address: address, name: name)
        fleet.isJoined = isJoined
        fleet.reason = reason
        session.show(fleet: fleet)
    }

    /// On the session's thread, so that the lines are in order, and not before the session's first.
    private func log(_ event: String, _ fields: KeyValuePairs<String, JSONValue>) {
        session.whenAttentive { [session, stage] in
            stage.onEvent(
                EventRecord(event, at: FrameTime(session.status.outputTime), fields))
        }
    }
}

extension FleetAck {
    /// What a reply to a push says of it.
    init(id: String, _ reply: ControlReply) {
        switch reply {
        case .accepted, .pushed, .status: self.init(id: id, .done)
        case .refused(let reason): self.init(id: id, .refused, reason: reason)
        case .progress(let progress):
            let state: State =
                switch progress.state {
                case .playing: .playing
                case .completed: .completed
                case .skipped: .skipped
                case .failed: .failed
                case .notPlayed: .notPlayed
                }
            self.init(id: id, state, title: progress.title, reason: progress.reason)
        }
    }
}
