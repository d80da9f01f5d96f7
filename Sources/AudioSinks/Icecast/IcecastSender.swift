import AudioEncoding
import Dispatch
import MediaTime
import PCMAudio
import Platform

/// The thread that encodes the mix for a streaming server and sends it there, and that connects
/// again after a loss.
final class IcecastSender: BlockOutput, @unchecked Sendable {
    // @unchecked Sendable: all that is no queue belongs to the thread once it has started.
    private let address: IcecastAddress
    private let queue = SoundQueue()
    let titles: IcecastTitles?
    private let ended = DispatchSemaphore(value: 0)

    private var link = IcecastLink()
    private var connection: IcecastConnection?
    private(set) var stream: IcecastStream?
    private var report: @Sendable (SinkReport) -> Void = { _ in }

    /// How much audio may wait for the server, in seconds. A server that takes nothing for so long
    /// is gone.
    private static let backlogLimit = 10
    /// How long the last audio may take at the end, in seconds.
    private static let finishLimit = 1.0
    /// How long ``close()`` waits for it, in seconds: less than a session waits for its output. A
    /// thread that looks up the name of a host cannot be stopped, and ends later by itself.
    private static let closeLimit = 1.5

    /// Connects to `address`. Blocks for at most ``IcecastLink/connectLimit``, and for the name of
    /// the host.
    init(_ address: IcecastAddress) throws(SinkFailure) {
        self.address = address
        titles = address.codec.isInOgg ? nil : IcecastTitles(address)
        stream = try Self.stream(to: address)
        connection = try BrokenPipes.blocked { () throws(SinkFailure) in
            try Self.connect(to: address)
        }
    }

    /// Starts the thread. `report` is called on it.
    func start(_ report: @escaping @Sendable (SinkReport) -> Void) throws {
        self.report = report
        try titles?.start()
        try PlatformThread.start(named: "interlude-send") {
            BrokenPipes.block()
            self.run()
            self.ended.signal()
        }
    }

    func show(title: String) { titles?.show(title) }

    // MARK: On the sink's thread

    func write(_ samples: Span<Float>) { queue.add(samples) }

    /// Waits a moment for the last audio to be sent.
    func close() {
        queue.finish()
        titles?.finish()
        _ = ended.wait(timeout: .now() + Self.closeLimit)
    }
}

// MARK: - Connecting

extension IcecastSender {
    private static func stream(
        to address: IcecastAddress
    ) throws(SinkFailure) -> IcecastStream {
        do throws(EncodingError) {
            return try IcecastStream(address)
        } catch {
            throw SinkFailure(error.description)
        }
    }

    private static func connect(
        to address: IcecastAddress
    ) throws(SinkFailure) -> IcecastConnection {
        let connection = try IcecastConnection(address)
        var progress = connection.open()
        // After the name of the host was looked up.
        let end = MonotonicTime.now.advanced(by: IcecastLink.connectLimit)
        while progress == .connecting, .now < end {
            MonotonicTime.now.advanced(by: 0.002).sleep()
            progress = connection.progress
        }
        switch progress {
        case .connected: return connection
        case .failed(let reason): throw SinkFailure(reason)
        case .connecting:
            throw SinkFailure(
                "the streaming server \(address.server) does not answer; start it, or correct the "
                    + "address")
        }
    }
}

// MARK: - On the thread

extension IcecastSender {
    private func run() {
        while case .samples(let samples) = queue.next() {
            // A connection after the end of the session would take the mount from the next one.
            if queue.isFinished, !link.isConnected { break }
            carryOut(link.advance(to: .now))
            if case .connecting = link.state, let connection { look(at: connection.progress) }
            if link.isConnected {
                titles?.replaceHangingThread()
                send { stream throws(EncodingError) in try stream.bytes(of: samples) }
            }
        }
        if link.isConnected { finish() }
        connection = nil
    }

    private func carryOut(_ commands: [IcecastLink.Command]) {
        for command in commands {
            switch command {
            case .open: open()
            case .close: connection = nil
            case .beginStream:
                // What waits is older than the connection.
                queue.removeAll()
                titles?.repeatLast()
            case .report(let words): report(words)
            }
        }
    }

    private func open() {
        do throws(SinkFailure) {
            stream = try Self.stream(to: address)
            let connection = try IcecastConnection(address)
            self.connection = connection
            let progress = connection.open()
            link.opened(at: .now)
            look(at: progress)
        } catch {
            fail(error.description)
        }
    }

    private func look(at progress: IcecastConnection.Progress) {
        switch progress {
        case .connected: carryOut(link.connected(at: .now))
        case .connecting: break
        case .failed(let reason): fail(reason)
        }
    }

    private func fail(_ reason: String) {
        carryOut(link.failed(reason, at: .now))
    }

    /// Sends what `encode` makes.
    private func send(_ encode: (IcecastStream) throws(EncodingError) -> [UInt8]) {
        guard let connection, let stream else { return }
        do {
            try connection.send(try encode(stream))
        } catch {
            return fail("\(error)")
        }
        guard connection.waitingByteCount > Self.backlogLimit * address.sentBitRate / 8 else {
            return
        }
        fail("the streaming server \(address.server) takes no data")
    }

    /// Sends the last audio, and waits until the server has it.
    private func finish() {
        send { stream throws(EncodingError) in try stream.finish() }
        let end = MonotonicTime.now.advanced(by: Self.finishLimit)
        while link.isConnected, let connection, connection.waitingByteCount > 0, .now < end {
            MonotonicTime.now.advanced(by: 0.005).sleep()
            send { _ in [] }
        }
    }
}
