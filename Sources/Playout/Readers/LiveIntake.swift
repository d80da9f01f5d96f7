import AdCues
import AudioDecoding
import DequeModule
import MediaTime
import StreamFetching

/// Appends the packets of successive connections to a time-shift store, each at its stream time.
///
/// It drops packets that the previous connection already delivered, and continues with the next one
/// as if the stream had not been interrupted. Packets are held here until it is decided whether
/// that is possible. For the network thread.
struct LiveIntake: ~Copyable {
    private let timeShift: TimeShiftStore
    private let note: (Note) -> Void
    private let report: (ReaderEvent.Continuation) -> Void

    /// The stream time after the last kept packet.
    private(set) var clock = StreamClock()
    /// How many packets the present connection has delivered.
    private(set) var packetCount = 0

    /// The stream time at which the present connection began.
    private var connectionStart = FrameTime.zero

    private var tail = PacketTail()
    /// The stream of the last kept packet.
    private var stream: EncodedStream?
    private var lastTitle: PositionedTitle?
    /// The blocks of all connections.
    private var icyCues = ICYCues()
    /// The comments of Ogg of all connections.
    private var commentCues = ICYCues()
    private var reservoir = BitReservoir()

    private var phase = Phase.flowing
    /// How the next kept packet relates to the last one.
    private var succession = AudioDecoder.Succession.following
    /// Packets held while the search for the seam is undecided.
    private var waiting = UniqueDeque<Arrival>()
    private var waitingByteCount = 0
    /// The length of the repeated packets, until a new one follows them: a connection that only
    /// repeats does not continue the stream.
    private var repeated: Int?
    /// A packet that is not complete: the connection may have ended in it.
    private var fragment: Arrival?

    /// The limit on held bytes: only packets made to exhaust memory reach it.
    private static let waitingLimit = 32 << 20

    /// What came with the audio, at stream frames.
    enum Note {
        /// The title from `start` on.
        case title(PositionedTitle, start: FrameTime)
        case cue(Cue)
        /// A timed ID3 tag that marks no break.
        case tag([TagFrame], at: FrameTime)
    }

    enum Phase {
        case connected
        case searching(SpliceSearch)
        case flowing
        /// Packets of the new stream object continue those of the earlier one.
        case spliced(EncodedStream, to: EncodedStream)
    }

    /// `report` receives how the stream continues over another connection.
    init(
        into timeShift: TimeShiftStore, note: @escaping (Note) -> Void,
        report: @escaping (ReaderEvent.Continuation) -> Void
    ) {
        self.timeShift = timeShift
        self.note = note
        self.report = report
    }
}

extension LiveIntake {
    /// Whether the last connection delivered only packets that were already known.
    var broughtOnlyRepetition: Bool {
        packetCount > 0 && clock.now == connectionStart && stream != nil
    }

    /// Starts a new connection, whose audio relates to that of the last one by `continuity`.
    mutating func beginConnection(_ continuity: Continuity = .unknown) {
        phase = .flowing
        if stream != nil {
            switch continuity {
            case .unknown: phase = .connected
            case .continued: break
            case .interrupted: goOn()
            }
        }
        packetCount = 0
        connectionStart = clock.now
        icyCues.beginConnection(at: clock.now)
        commentCues.beginConnection(at: clock.now)
    }

    /// Handles the next packet. `titles` and `markers` precede it, and it arrived `elapsed` after
    /// the connection's first one.
    mutating func take(
        _ packet: consuming Packet, titles: [PositionedTitle], markers: [PositionedMarker],
        after elapsed: Duration
    ) {
        packetCount += 1
        if let fragment = fragment.take() { place(fragment, after: elapsed) }
        let arrival = Arrival(packet: packet, titles: titles, markers: markers)
        if arrival.packet.isWhole {
            place(arrival, after: elapsed)
        } else {
            fragment = consume arrival
        }
    }

    /// Ends the connection. Drops the last packet if the end of the connection has cut it off.
    mutating func endConnection() {
        fragment = nil
        repeated = nil
        switch phase {
        case .searching(let search):
            // It was still repeating known packets.
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

    /// Drops the repeated packets: the next one is the first new one.
    private mutating func leaveOut() {
        var length = StreamClock()
        var renewed = stream
        var title: PositionedTitle?
        var block: PositionedMarker?
        while !waiting.isEmpty {
            let arrival = waiting.removeFirst()
            length.advance(arrival.packet.length)
            renewed = arrival.packet.stream
            title = arrival.titles.last ?? title
            block = arrival.markers.last { $0.isBlock } ?? block
        }
        waitingByteCount = 0
        if let renewed, let stream { phase = .spliced(renewed, to: stream) }
        // The station sends the present title again on each connection.
        if let title, !title.isAlike(lastTitle) { add(title) }
        if let block { add(block) }
        repeated = length.now - .zero
    }

    /// Continues the stream with all held packets.
    private mutating func goOn() {
        phase = .flowing
        succession = .broken
        report(.broken(at: clock.now))
        while !waiting.isEmpty { keep(waiting.removeFirst()) }
        waitingByteCount = 0
    }

    private mutating func keep(_ arrival: consuming Arrival) {
        if let length = repeated.take() { report(.seamless(repeated: length)) }
        if arrival.packet.stream !== stream {
            stream = arrival.packet.stream
            clock = StreamClock(at: clock.now)
            reservoir = BitReservoir()
        }
        reservoir.take(&arrival.packet)
        for title in arrival.titles { add(title) }
        for marker in arrival.markers { add(marker) }
        timeShift.append(arrival.packet, at: clock, succession)
        succession = .following
        tail.append(arrival.packet.fingerprint, lasting: arrival.packet.length)
        clock.advance(arrival.packet.length)
    }

    private mutating func add(_ title: PositionedTitle) {
        lastTitle = title
        note(.title(title, start: clock.now))
    }

    private mutating func add(_ marker: PositionedMarker) {
        switch marker.content {
        case .block(let block):
            if let cue = icyCues.receive(block, at: clock.now) { note(.cue(cue)) }
        case .comments(let comments):
            guard var cue = commentCues.receive(comments.metadata, at: clock.now) else { return }
            cue.source = .vorbis
            note(.cue(cue))
        case .cue(var cue):
            cue.position = clock.now + (cue.position - .zero)
            note(.cue(cue))
        case .tag(let frames, let offset):
            note(.tag(frames, at: max(.zero, clock.now + (offset - .zero))))
        }
    }
}

extension PositionedTitle {
    /// Whether `other` has the same text and picture, at whatever position.
    fileprivate func isAlike(_ other: PositionedTitle?) -> Bool {
        text == other?.text && artwork == other?.artwork
    }
}

extension PositionedMarker {
    fileprivate var isBlock: Bool {
        switch content {
        case .block, .comments: true
        case .cue, .tag: false
        }
    }
}
