import Glibc
import MediaTime
import Platform

/// The thread of a ``FleetPlayer``: carries out the commands of ``FleetMember`` and ``FleetLink``.
final class FleetLoop {
    private var member: FleetMember
    var link: FleetLink
    private let store: FleetStore
    private let connection: BrokerConnection
    private let mailbox: FleetMailbox
    private let handler: FleetPlayer.Handler
    private var mustEnd = false
    /// The requests that the broker has not confirmed yet. Until then it may leave out the player.
    private var subscriptions: Set<Int32> = []
    /// Whether a person knows that the broker does not let the player report.
    private var hasToldRefusal = false

    /// The longest wait, in seconds: libmosquitto tests the connection between two.
    private static let longestWait = 5.0

    init(
        _ member: FleetMember, _ store: FleetStore, _ connection: BrokerConnection,
        _ mailbox: FleetMailbox, _ handler: FleetPlayer.Handler
    ) {
        self.member = member
        self.store = store
        self.connection = connection
        self.mailbox = mailbox
        self.handler = handler
        link = FleetLink(spread: Double.random(in: 0...1))
    }

    /// Runs until the mailbox requests the end. Blocks.
    func run() {
        blockBrokenPipes()
        while !mustEnd {
            carryOut(link.advance(to: .now))
            carryOut(member.advance(to: .now))
            wait()
            readMailbox()
        }
        carryOut(member.leave())
        _ = connection.advance(0)
        connection.close()
    }

    private func wait() {
        var polled = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        if let awaited = connection.awaited { polled.append(awaited) }
        poll(&polled, nfds_t(polled.count), waitTime)
        let ready = polled.count > 1 ? polled[1].revents : 0
        guard polled.count > 1 else { return }
        for event in connection.advance(ready) { take(event) }
    }

    /// Until something is due, in milliseconds.
    var waitTime: Int32 {
        var seconds = Self.longestWait
        if let next = link.nextTime { seconds = min(seconds, next.seconds(since: .now)) }
        if let next = member.nextDate(after: .now) {
            seconds = min(seconds, next.seconds(since: .now))
        }
        return Int32(saturating: (max(0, seconds) * 1000).rounded(.up))
    }

    private func take(_ event: BrokerConnection.Event) {
        switch event {
        case .accepted:
            do throws(FleetFailure) {
                subscriptions = []
                for filter in member.subscriptions {
                    subscriptions.insert(try connection.subscribe(to: filter))
                }
            } catch {
                return carryOut(link.failed(error.description, at: .now))
            }
            link.opened(at: .now)
        case .subscribed(let number):
            guard subscriptions.remove(number) != nil, subscriptions.isEmpty else { return }
            carryOut(link.joined(at: .now))
            carryOut(member.joined())
        case .message(let topic, let payload, _):
            carryOut(member.receive(payload, on: topic, at: .now))
        case .confirmed(_, let refusal?):
            guard !hasToldRefusal else { return }
            hasToldRefusal = true
            handler.warn("fleet: the broker refuses what the player reports: \(refusal)")
        case .confirmed(_, nil): break
        case .lost(let reason):
            member.lost()
            carryOut(link.failed(reason, at: .now))
        }
    }

    private func carryOut(_ commands: [FleetLink.Command]) {
        for command in commands {
            switch command {
            case .open:
                do throws(FleetFailure) {
                    try connection.open()
                    link.opened(at: .now)
                } catch {
                    carryOut(link.failed(error.description, at: .now))
                }
            case .close:
                connection.close()
            case .reportJoined: handler.joined()
            case .reportLost(let reason): handler.lost(reason)
            }
        }
    }

    private func carryOut(_ commands: [FleetMember.Command]) {
        for command in commands {
            switch command {
            case .publish(let publication):
                do throws(FleetFailure) {
                    try connection.publish(publication)
                } catch {
                    // The connection is lost, which is told soon.
                }
            case .remember(let id, let date): store.remember(id, until: date)
            case .push(let id, let spots):
                handler.push(id, spots) { [mailbox] ack in mailbox.put { $0.acks.append(ack) } }
            case .begin(let spots): handler.push(nil, spots) { _ in }
            case .fill(let spots): handler.fill(spots)
            case .warn(let text): handler.warn(text)
            }
        }
    }

    private func readMailbox() {
        let contents = mailbox.take()
        for ack in contents.acks { carryOut(member.note(ack)) }
        for line in contents.events {
            carryOut(member.report(event: line.event, line: line.line))
        }
        if let status = contents.status {
            carryOut(member.report(status: status.text(), state: status.state, at: .now))
        }
        mustEnd = contents.mustEnd
    }
}

/// Blocks SIGPIPE on the calling thread, so that writing to a closed connection is an error.
func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
}
