import AudioDecoding
import DequeModule
import MediaTime

/// Puts the packets of one connection after another into a time-shift store, each at its place in
/// stream time.
///
/// What a connection brings that the last one had brought is left out, and the stream goes on with
/// the packet that follows, as if it had never broken off. Until it is known whether that can
/// be done, packets wait here. For the network thread.
struct LiveIntake: ~Copyable {
    private let timeShift: TimeShiftStore
    private let note: (_ title: String, _ start: FrameTime) -> Void
    private let report: (ReaderEvent.Continuation) -> Void

    /// The stream's time after the last packet that was kept.
    private(set) var clock = StreamClock()
    /// Packets that came over the present connection.
    private(set) var packetCount = 0

    /// The stream's time when the present connection began.
    private var connectionStart = FrameTime.zero

    private var tail = PacketTail()
    /// What the last packet that was kept is of.
    private var stream: EncodedStream?
    private var lastTitle: String?
    private var reservoir = BitReservoir()

    private var phase = Phase.flowing
    /// How the next packet that is kept comes after the last one.
    private var succession = AudioDecoder.Succession.following
    /// Packets that came while it was searched where the stream goes on.
    private var waiting = UniqueDeque<Arrival>()
    private var waitingByteCount = 0
    /// A packet that is not whole: the connection may have ended with it.
    private var fragment: Arrival?

    /// More bytes than this do not wait: the packets of a tail are as large only if they are made to
    /// take memory.
    private static let waitingLimit = 32 << 20

    enum Phase {
        case connected
        case searching(SpliceSearch)
        case flowing
        /// Packets of the stream are the next of what was kept before, under another name.
        case spliced(EncodedStream, to: EncodedStream)
    }

    /// `note` is told the titles, and from which stream frame on; `report`, how the stream goes on
    /// over another connection.
    init(
        into timeShift: TimeShiftStore, note: @escaping (String, FrameTime) -> Void,
        report: @escaping (ReaderEvent.Continuation) -> Void
    ) {
        self.timeShift = timeShift
        self.note = note
        self.report = report
    }
}

extension LiveIntake {
    /// Whether all that came over the last connection had come before.
    var broughtOnlyRepetition: Bool {
        packetCount > 0 && clock.now == connectionStart && stream != nil
    }

    /// A new connection begins to bring packets.
    mutating func beginConnection() {
        phase = stream == nil ? .flowing : .connected
        packetCount = 0
        connectionStart = clock.now
    }

    /// Takes in the next packet, before which `titles` stand, and which came `elapsed` after the
    /// connection's first one.
    mutating func take(
        _ packet: consuming Packet, titles: [String], after elapsed: Duration
    ) {
        packetCount += 1
        if let fragment = fragment.take() { place(fragment, after: elapsed) }
        let arrival = Arrival(packet: packet, titles: titles)
        if arrival.packet.isWhole {
            place(arrival, after: elapsed)
        } else {
            fragment = consume arrival
        }
    }

    /// The connection is at its end, and may have cut off the last packet: that one is dropped.
    mutating func endConnection() {
        fragment = nil
        switch phase {
        case .searching(let search):
            // It was on its way through what had come before.
            if search.isWithinTail { waiting.removeAll() } else { goOn() }
            waitingByteCount = 0
        case .connected, .flowing, .spliced: break
        }
        phase = .flowing
    }

    private mutating func place(_ arrival: consuming Arrival, after elapsed: Duration) {
        switch phase {
        case .connected:
            if arrival.packet.stream.isAlike(stream) {
                phase = .searching(SpliceSearch(in: tail))
                place(arrival, after: elapsed)
            } else {
                goOn()
                keep(arrival)
            }
        case .searching(var search):
            let verdict = search.look(at: arrival.packet.fingerprint, after: elapsed)
            phase = .searching(search)
            waitingByteCount += arrival.packet.byteCount
            waiting.append(arrival)
            switch verdict {
            case .undecided: if waitingByteCount > Self.waitingLimit { goOn() }
            case .seam: leaveOut()
            case .noSeam: goOn()
            }
        case .flowing:
            keep(arrival)
        case .spliced(let renewed, let earlier):
            if arrival.packet.stream === renewed { arrival.packet.goOn(from: earlier) }
            keep(arrival)
        }
    }

    /// Drops what came again: the next packet is the first that is new.
    private mutating func leaveOut() {
        var length = StreamClock()
        var renewed = stream
        var title: String?
        while !waiting.isEmpty {
            let arrival = waiting.removeFirst()
            length.advance(arrival.packet.length)
            renewed = arrival.packet.stream
            title = arrival.titles.last ?? title
        }
        waitingByteCount = 0
        if let renewed, let stream { phase = .spliced(renewed, to: stream) }
        // The station says what it plays anew to each listener.
        if let title, title != lastTitle { add(title) }
        report(.seamless(repeated: length.now - .zero))
    }

    /// Lets the stream go on with all that came.
    private mutating func goOn() {
        phase = .flowing
        succession = .broken
        report(.broken(at: clock.now))
        while !waiting.isEmpty { keep(waiting.removeFirst()) }
        waitingByteCount = 0
    }

    private mutating func keep(_ arrival: consuming Arrival) {
        if arrival.packet.stream !== stream {
            stream = arrival.packet.stream
            clock = StreamClock(at: clock.now)
            reservoir = BitReservoir()
        }
        reservoir.take(&arrival.packet)
        for title in arrival.titles { add(title) }
        timeShift.append(arrival.packet, at: clock, succession)
        succession = .following
        tail.append(arrival.packet.fingerprint, lasting: arrival.packet.length)
        clock.advance(arrival.packet.length)
    }

    private mutating func add(_ title: String) {
        lastTitle = title
        note(title, clock.now)
    }
}
