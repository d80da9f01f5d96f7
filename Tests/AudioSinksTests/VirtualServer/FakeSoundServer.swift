import MediaTime
import PCMAudio
import TestSignals

@testable import AudioSinks

/// A sound server in virtual time with one sink and one stream, modelled on PulseAudio and
/// PipeWire.
///
/// Messages from and to the player are delayed, and arrive in order. The sink reads a block when
/// the previous one was heard.
struct FakeSoundServer {
    /// How the server behaves.
    struct Manner: Hashable {
        var kind = PulseServerKind.pulseAudio
        /// Frames that the sink reads at a time.
        var block = 264
        /// Whether a block ends at the end of a chunk from the player, and the next one begins
        /// there, as in PulseAudio's null sink.
        var readsInChunks = false
        /// The longest delay of a message, in seconds.
        var longestWay = 0.000_3
        /// The maximum number of frames in its memory.
        var longestWrite = 16_384
    }

    /// The stored value of a silent frame, which no sound has.
    static let silence: Float = -2

    private enum Order {
        case write(offset: Int, [Float])
        case ask
        case cork
        case uncork
        case resize(target: Int, request: Int)
    }

    private enum News {
        case ready
        case request(Int)
        case answer(PulseAnswer)
        case ranDry
    }

    var manner: Manner
    /// The state that the player currently sees.
    private(set) var state = PulseServerState()
    private(set) var answers: [PulseAnswer] = []
    /// Whether it neither reads nor answers.
    private(set) var isFrozen = false

    private var random: SeededRandom
    private var orders: [(time: MonotonicTime, order: Order)] = []
    private var news: [(time: MonotonicTime, news: News)] = []
    private var requestedByClient = 0
    /// When the player last sent something, and when that arrives.
    private var lastSent: (at: MonotonicTime, arrival: MonotonicTime)?

    // The stream at the server, in frames from its beginning.
    private static let capacity = 1 << 18
    private var samples = [Float](repeating: -3, count: capacity)
    private(set) var readIndex = 0
    /// The end of the queue, and the end of the samples. Samples beyond the queue's end are read if
    /// a block that begins before it reaches that far.
    private var writeIndex = 0
    private var sampleEnd = 0
    private var target: Int
    private var request: Int
    private var missing: Int
    private var requested = 0
    private var isFilling = true
    private var isCorked = false
    private var boundaries: [Int] = []
    /// When the frame `earIndex` is heard, and the time of the next block.
    private var earIndex = 0
    private var earTime: MonotonicTime
    private var nextBlock: MonotonicTime
    /// The frame at which the next block is heard.
    private var blockStart = 0

    init(_ manner: Manner, _ settings: PulseSettings, seed: UInt64, at now: MonotonicTime) {
        self.manner = manner
        random = SeededRandom(seed: seed)
        target = settings.queued.frameCount
        request = settings.requestInterval.frameCount
        missing = target
        earTime = now
        nextBlock = now
        state.kind = manner.kind
        send(.ready, at: now)
        requestMissing(at: now)
    }

    /// The time of the next event at the server or on the way to the player.
    var nextEvent: MonotonicTime {
        var time = news.first?.time ?? .distantFuture
        if isFrozen { return time }
        time = min(time, orders.first?.time ?? .distantFuture)
        return isReading ? min(time, nextBlock) : time
    }

    private var isReading: Bool { !isCorked && !isFilling && !state.isSuspended }

    /// Processes all events up to `now`; `play` is called with the frames read. Returns whether a
    /// message reached the player.
    mutating func advance(
        to now: MonotonicTime, _ play: (_ offset: Int, _ sample: Float) -> Void
    ) -> Bool {
        while !isFrozen {
            let order = orders.first?.time ?? .distantFuture
            let block = isReading ? nextBlock : .distantFuture
            guard min(order, block) <= now else { break }
            if order <= block { obey(at: order) } else { readBlock(at: block, play) }
        }
        var isTold = false
        while let first = news.first, first.time <= now {
            isTold = true
            news.removeFirst()
            switch first.news {
            case .ready:
                state.connection = .ready
                state.target = target
            case .request(let count): requestedByClient += count
            case .answer(let answer):
                var answer = answer
                answer.time = now
                answers.append(answer)
            case .ranDry: state.hasRunDry = true
            }
        }
        state.wanted = max(requestedByClient, 0)
        return isTold
    }

    mutating func takeAnswers() -> [PulseAnswer] {
        defer { answers = [] }
        return answers
    }

    mutating func forgetEvents() { state.hasRunDry = false }

    mutating func setSilenceWanted(_ isWanted: Bool) { state.isSilenceWanted = isWanted }

    mutating func setSuspended(_ isSuspended: Bool, at now: MonotonicTime) {
        state.isSuspended = isSuspended
        if !isSuspended { restartBlocks(at: now) }
    }

    mutating func setFrozen(_ isFrozen: Bool, at now: MonotonicTime) {
        self.isFrozen = isFrozen
        if !isFrozen { restartBlocks(at: now) }
    }

    mutating func fail() {
        state.connection = .failed(reason: "gone", isBroken: true)
    }

    /// Moves to another sink, which reads `block` frames at a time.
    mutating func move(toBlock block: Int) { manner.block = block }
}

// MARK: - Actions of the player

extension FakeSoundServer {
    mutating func write(_ chunk: [Float], at offset: Int, at now: MonotonicTime) {
        requestedByClient -= chunk.count
        state.wanted = max(requestedByClient, 0)
        order(.write(offset: offset, chunk), at: now)
    }

    mutating func ask(at now: MonotonicTime) { order(.ask, at: now) }
    mutating func cork(at now: MonotonicTime) { order(.cork, at: now) }
    mutating func uncork(at now: MonotonicTime) { order(.uncork, at: now) }

    mutating func resize(_ settings: PulseSettings, at now: MonotonicTime) {
        order(
            .resize(
                target: settings.queued.frameCount, request: settings.requestInterval.frameCount),
            at: now)
    }

    /// Messages sent together arrive together.
    private mutating func order(_ order: Order, at now: MonotonicTime) {
        let way = Double.random(in: 0.000_05...manner.longestWay, using: &random)
        if lastSent?.at != now {
            let last = lastSent?.arrival ?? now
            lastSent = (at: now, arrival: max(last, now.advanced(by: way)))
        }
        orders.append((lastSent?.arrival ?? now, order))
    }

    private mutating func send(_ message: News, at now: MonotonicTime) {
        let way = Double.random(in: 0.000_05...manner.longestWay, using: &random)
        news.append((max(news.last?.time ?? now, now.advanced(by: way)), message))
    }
}

// MARK: - At the server

extension FakeSoundServer {
    private mutating func obey(at now: MonotonicTime) {
        switch orders.removeFirst().order {
        case .write(let offset, let chunk):
            // As in a memblockq: rewound data counts as missing, arriving data as requested.
            missing -= offset - writeIndex
            requested -= chunk.count
            for (index, sample) in chunk.enumerated() where offset + index >= readIndex {
                samples[(offset + index) & (Self.capacity - 1)] = sample
            }
            writeIndex = offset + chunk.count
            sampleEnd = max(sampleEnd, writeIndex)
            boundaries.removeAll {
                $0 < readIndex || ($0 >= offset && $0 <= offset + chunk.count)
            }
            boundaries += [offset, offset + chunk.count]
            if isFilling, writeIndex - readIndex >= PulseSettings.startLevel.frameCount {
                isFilling = false
                restartBlocks(at: now)
            }
            requestMissing(at: now)
        case .ask: send(.answer(answer(at: now)), at: now)
        case .cork: isCorked = true
        case .uncork:
            isCorked = false
            restartBlocks(at: now)
        case .resize(let target, let request):
            missing += target - self.target
            (self.target, self.request) = (target, request)
            state.target = target
            requestMissing(at: now)
        }
    }

    private mutating func restartBlocks(at now: MonotonicTime) {
        (earIndex, blockStart) = (readIndex, readIndex)
        (earTime, nextBlock) = (now, now)
    }

    private mutating func readBlock(
        at now: MonotonicTime, _ play: (_ offset: Int, _ sample: Float) -> Void
    ) {
        (earIndex, earTime) = (blockStart, now)
        var end = max(blockStart + manner.block, readIndex)
        if end > writeIndex {
            end = readIndex < writeIndex ? min(end, sampleEnd) : readIndex
            isFilling = true
            send(.ranDry, at: now)
        }
        for offset in readIndex..<end { play(offset, samples[offset & (Self.capacity - 1)]) }
        missing += end - readIndex
        readIndex = end
        let last =
            manner.readsInChunks ? boundaries.filter { $0 > earIndex && $0 < end }.max() : nil
        blockStart = last ?? end
        let length = Double(max(blockStart - earIndex, 1)) / Double(FrameTime.rate)
        nextBlock = now.advanced(by: length)
        requestMissing(at: now)
    }

    private mutating func requestMissing(at now: MonotonicTime) {
        guard missing > 0, missing >= request else { return }
        requested += missing
        send(.request(missing), at: now)
        missing = 0
    }

    private func answer(at now: MonotonicTime) -> PulseAnswer {
        let passed = Int(saturating: now.seconds(since: earTime) * Double(FrameTime.rate))
        let ear = isReading ? min(earIndex + passed, readIndex) : readIndex
        return PulseAnswer(
            readFrameCount: readIndex, unheardFrameCount: readIndex - ear,
            blockFrameCount: manner.block, time: now)
    }
}
