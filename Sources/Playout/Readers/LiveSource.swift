import AudioDecoding
import MediaTime
import PCMAudio
import Platform
import StreamFetching
import Synchronization

/// Receives a live stream over successive connections, and keeps it for time shift.
///
/// Owns the network thread. Stream time advances only by the length of the received audio: an
/// outage does not count.
final class LiveSource: Sendable {
    let timeShift: TimeShiftStore
    let pace: LivePace
    private let provider: any ConnectionProvider
    private let report: @Sendable (ReaderEvent) -> Void
    /// Requests of readers, and of the session.
    private let arrivals = ReadyNotice()
    let receipts = ReadyNotice()
    /// `nil` for a source that does not wait until it is read.
    private let demand: ReadingDemand?
    private let titles = Guarded(TitleTrack())
    private let isStopped = Atomic<Bool>(false)
    /// Whether no more packets come.
    private let isOver = Atomic<Bool>(false)

    /// The number of consecutive connections without audio that fails the stream.
    private static let soundlessLimit = 5

    /// Starts connecting. Returns at once.
    init(
        connecting provider: any ConnectionProvider, keepingIn timeShift: TimeShiftStore,
        at pace: LivePace, report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        demand = pace.isByDemand ? ReadingDemand() : nil
        self.timeShift = timeShift
        self.pace = pace
        self.provider = provider
        self.report = report
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "live network") { self.run() }
        } catch {
            finish(because: error)
        }
    }

    /// The stream's title at stream frame `frame`; `nil` if it is not known.
    func title(at frame: FrameTime) -> String? {
        titles.withLock { $0.title(at: frame) }
    }

    /// The address of the picture of the stream's title at stream frame `frame`; `nil` for none.
    func artwork(at frame: FrameTime) -> String? {
        titles.withLock { $0.artwork(at: frame) }
    }

    /// Calls `body` once everything before stream frame `frame` was received, or no more comes.
    /// Replaces an earlier request. Callable from any thread; calls `body` on any thread.
    func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        arrivals.set(frame, body)
        arrivals.check(readyEnd: receivedEnd)
        demand?.demandByReader(before: frame)
    }

    /// The same for another request, beside that one.
    func notify(whenReceipted frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        receipts.set(frame, body)
        checkReceipts()
        demand?.demandBySession(before: frame)
    }

    /// Records that a decoder has reached stream frame `frame`.
    func noteDecoded(_ frame: FrameTime) { demand?.noteDecoded(frame) }

    /// Whether everything before stream frame `frame` was received, or no more comes.
    func isReceived(before frame: FrameTime) -> Bool { receivedEnd >= frame }

    /// Runs the callback of ``receipts`` if it is already due.
    func checkReceipts() { receipts.check(readyEnd: receivedEnd) }

    /// The end of the received stream frames; ``FrameTime/distantFuture`` once no more come.
    private var receivedEnd: FrameTime {
        isOver.load(ordering: .acquiring) ? .distantFuture : timeShift.availableRange.end
    }

    /// Ends the thread and the connection. Callable from any thread.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        provider.cancel()
        demand?.stop()
        timeShift.finish()
    }
}

extension LiveSource {
    /// The thread's entry point.
    private func run() {
        var intake = LiveIntake(into: timeShift, note: note, report: goOn)
        var shortage = ShortageEvents()
        var barren = 0
        // Whether a connection delivered something other than noise.
        var wasSound = false
        do {
            while let connection = try provider.nextConnection() {
                let error = receive(connection, &intake, &shortage)
                guard !isStopped.load(ordering: .acquiring) else { return }
                if intake.broughtOnlyRepetition { connection.breakOff(because: .repetition) }
                let isNoise = error?.isNoise == true
                barren = intake.packetCount > 0 && !isNoise ? 0 : barren + 1
                // A source that never delivered audio, and fails for good, will not become a
                // stream.
                let wasHeard = isNoise ? wasSound : intake.clock.now > .zero
                let isHopeless = !wasHeard && error?.mayPass == false
                wasSound = wasSound || intake.packetCount > 0 && !isNoise
                if isHopeless || barren >= Self.soundlessLimit { throw error ?? .noSound }
                if let error { report(.connectionLost(reason: error.description)) }
            }
            finish()
        } catch {
            finish(because: error)
        }
    }

    private func finish(because error: (any Error)? = nil) {
        timeShift.finish(because: error)
        isOver.store(true, ordering: .releasing)
        arrivals.check(readyEnd: .distantFuture)
        checkReceipts()
    }

    /// Receives everything from `connection`. Returns why it could not be read to its end.
    private func receive(
        _ connection: any LiveConnection, _ intake: inout LiveIntake,
        _ shortage: inout ShortageEvents
    ) -> DecodingError? {
        intake.beginConnection(connection.continuity)
        defer { intake.endConnection() }
        // A source that waits until it is read has its own pace.
        let watch = demand == nil ? ThroughputWatch(on: connection) : nil
        defer { watch?.stop() }
        do throws(DecodingError) {
            let hint = connection.contentType.flatMap(Container.init(contentType:))
            var demuxer = try Demuxer(reading: connection, hint: hint)
            var firstCame: ContinuousClock.Instant?
            while let packet = try demuxer.next() {
                let now = ContinuousClock.now
                firstCame = firstCame ?? now
                watch?.note(packet)
                let titles = connection.takeTitles(before: packet.bytePosition)
                let markers = connection.takeMarkers(before: packet.bytePosition)
                pace.note(edge: intake.clock.now, at: .now)
                intake.take(
                    packet, titles: titles, markers: markers, after: now - (firstCame ?? now))
                if let kept = shortage.take(timeShift.shortage) { report(.kept(kept)) }
                arrivals.check(readyEnd: intake.clock.now)
                receipts.check(readyEnd: intake.clock.now)
                demand?.wait(before: intake.clock.now)
            }
            return nil
        } catch {
            return error
        }
    }

    private func note(_ note: LiveIntake.Note) {
        switch note {
        case .title(let title, let start):
            let oldest = timeShift.availableRange.start
            titles.withLock {
                $0.add(title.text, artwork: title.artwork, at: start)
                $0.forget(before: oldest)
            }
            report(.title(title.text, at: pace.programmeFrame(of: start)))
        case .cue(var cue):
            cue.position = pace.programmeFrame(of: cue.position)
            report(.cue(cue))
        case .tag(let frames, let place):
            report(.tag(frames, at: pace.programmeFrame(of: place)))
        }
    }

    private func goOn(_ continuation: ReaderEvent.Continuation) {
        let told: ReaderEvent.Continuation =
            switch continuation {
            case .seamless: continuation
            case .broken(let frame): .broken(at: pace.programmeFrame(of: frame))
            }
        report(.reconnected(told))
    }
}

extension DecodingError {
    fileprivate var isNoise: Bool {
        switch self {
        case .noise, .soundless: true
        case .noDecoders, .empty, .notAudio, .unrecognised, .unsupportedContainer, .damagedHeader,
            .noAudioStream, .unsupportedCodec, .unreadableCodec, .noSound, .tooLong, .overBudget,
            .reading, .cancelled:
            false
        }
    }

    /// Whether another connection to the same stream may succeed.
    fileprivate var mayPass: Bool {
        switch self {
        case .empty, .reading, .damagedHeader, .noSound, .cancelled: true
        case .noDecoders, .notAudio, .unrecognised, .unsupportedContainer, .noAudioStream,
            .unsupportedCodec, .unreadableCodec, .noise, .soundless, .tooLong, .overBudget:
            false
        }
    }
}
