import AdPlayback
import Advertising
import Dispatch
import MediaTime
import PCMAudio
import Playout
import StreamFetching

/// The loads, the samples and the watchdogs of a session's spots, by play token.
///
/// The ad-play manager decides which load is too late, and what follows from a failure.
struct SpotShell {
    private let supply: any SpotSupply
    private let clock: SessionParts.Clock
    private let mailbox: Mailbox<SessionLoop.Message>

    private var slots: [PlayToken: Slot] = [:]
    /// Spots that are over, but whose samples a clip may still name.
    private var released: [PlayToken] = []
    private(set) var watchdogs: [WatchdogID: Watchdog] = [:]

    private struct Slot {
        var load: any SpotLoad
        var reply: SessionLoop.ReplyID
        /// Whether the load's virtual duration is within its deadline.
        var isInTime: Bool
        /// Whether all bytes have arrived: from then on the load cannot stall.
        var hasArrived = false
        var spot: LoadedSpot?
    }

    struct WatchdogID: Hashable {
        var token: PlayToken
        var phase: WatchdogPhase
    }

    struct Watchdog {
        var timer: any DispatchSourceTimer
        var delay: Duration
    }

    /// `cache` is what the supply keeps spots in; `nil` if it keeps none.
    init(
        _ supply: any SpotSupply, keptIn cache: SpotCache?, clock: SessionParts.Clock,
        mailbox: Mailbox<SessionLoop.Message>
    ) {
        if let failures = cache?.failures {
            Task {
                for await reason in failures {
                    mailbox.send(.event(.spotsNotKept(reason: reason)))
                }
            }
        }
        self.supply = supply
        self.clock = clock
        self.mailbox = mailbox
    }

    func store(of token: PlayToken) -> SampleStore? { slots[token]?.spot?.store }

    // MARK: - Loads

    /// Loads a spot; `reply` is answered when the load ends.
    mutating func load(
        _ token: PlayToken, _ advertisement: Advertisement, _ deadlines: SpotDeadlines,
        taking networkDelay: Duration, _ reply: SessionLoop.ReplyID
    ) {
        let mailbox = mailbox
        let load = supply.load(advertisement, deadlines: deadlines) {
            mailbox.send(.spot(token, reply, $0))
        }
        slots[token] = Slot(load: load, reply: reply, isInTime: networkDelay <= deadlines.load)
    }

    mutating func cancelLoad(_ token: PlayToken) -> [SessionLoop.Message] {
        guard let slot = slots.removeValue(forKey: token) else { return [] }
        slot.load.cancel()
        return [.answer(slot.reply, [])]
    }

    /// Handles an event of a load. Events of a cancelled load are ignored.
    mutating func take(
        _ event: SpotEvent, of token: PlayToken, _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard let slot = slots[token], slot.reply == reply else { return [] }
        switch event {
        case .connected:
            // In virtual time only the end of a load is an event, because the arrival of bytes
            // depends on chance.
            if clock == .real { return [.event(.advertisements(.spotConnected(token)))] }
            disarm(token, .connect)
            return []
        case .received:
            restart(token, .stall)
            return []
        case .arrived:
            slots[token]?.hasArrived = true
            disarm(token, .stall)
            return []
        case .loaded(let spot):
            slots[token]?.spot = spot
            let cut = spot.cut.map {
                SessionEvent.spotCutOff(
                    token, frameCount: $0.frameCount, declaredCount: $0.declaredCount)
            }
            return finishLoad(
                token, slot,
                .spotLoaded(
                    token, frameCount: spot.frameCount, leadIn: spot.store.leadingSilence,
                    loudness: spot.loudness), cut)
        case .failed(let failure):
            return finishLoad(token, slot, .spotFailed(token, failure))
        }
    }

    private mutating func finishLoad(
        _ token: PlayToken, _ slot: Slot, _ event: AdPlayManager.Event,
        _ remark: SessionEvent? = nil
    ) -> [SessionLoop.Message] {
        // The answer may wait for its frame of virtual time, but the watchdogs measure wall time,
        // which is over.
        for phase in [WatchdogPhase.connect, .stall, .load] { disarm(token, phase) }
        guard slot.isInTime else {
            return [.answer(slot.reply, [.advertisements(.watchdog(token, .load))])]
        }
        return [.answer(slot.reply, [.advertisements(event)] + [remark].compactMap { $0 })]
    }

    /// Releases a spot that is over. Its samples stay while a clip names them.
    mutating func release(_ token: PlayToken) { released.append(token) }

    /// Whether it keeps the samples of a released spot.
    var keepsReleased: Bool { !released.isEmpty }

    /// Drops the samples of released spots that none of `voices` names.
    mutating func forgetReleased(except voices: Set<Voice>) {
        let gone = released.filter { !voices.contains(.spot(token: $0.rawValue)) }
        for token in gone { slots[token] = nil }
        released.removeAll { gone.contains($0) }
    }

    /// Cancels all loads and watchdogs, without replies.
    func close() {
        for watchdog in watchdogs.values { watchdog.timer.cancel() }
        for slot in slots.values { slot.load.cancel() }
    }

    // MARK: - Watchdogs

    /// Sends the timeout of `phase` after `delay`, unless the watchdog is disarmed first.
    mutating func arm(_ token: PlayToken, _ phase: WatchdogPhase, after delay: Duration) {
        // The manager arms this one for a load that is connected, which may be late.
        guard measures(token, phase), phase != .stall || slots[token]?.hasArrived != true else {
            return
        }
        disarm(token, phase)
        let mailbox = mailbox
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler {
            mailbox.send(.event(.advertisements(.watchdog(token, phase))))
        }
        watchdogs[WatchdogID(token: token, phase: phase)] = Watchdog(timer: timer, delay: delay)
        timer.schedule(deadline: .now() + delay.inSeconds)
        timer.activate()
    }

    /// Whether a watchdog measures wall time. In virtual time a spot ends at an output frame, and no
    /// slow machine may change what is heard: a watchdog only ends a load that may hang.
    private func measures(_ token: PlayToken, _ phase: WatchdogPhase) -> Bool {
        switch (clock, phase) {
        case (.real, _): true
        case (.virtual, .play): false
        case (.virtual, .connect), (.virtual, .stall), (.virtual, .load):
            slots[token]?.load.mayHang ?? true
        }
    }

    mutating func disarm(_ token: PlayToken, _ phase: WatchdogPhase) {
        watchdogs.removeValue(forKey: WatchdogID(token: token, phase: phase))?.timer.cancel()
    }

    private func restart(_ token: PlayToken, _ phase: WatchdogPhase) {
        guard let armed = watchdogs[WatchdogID(token: token, phase: phase)] else { return }
        armed.timer.schedule(deadline: .now() + armed.delay.inSeconds)
    }
}
