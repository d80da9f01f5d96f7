import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Sends an endless programme to its listeners.
///
/// Listeners share only the clock, so all are at the same point of the programme, and a slow one
/// does not affect the others.
struct LiveMount: Sendable {
    let programme: LiveProgramme
    let path: String
    let configuration: StationConfiguration
    let audience: any MountAudience

    /// The title at a position of the programme.
    let title: @Sendable (Duration) -> String

    /// The markers of breaks in the blocks; `nil` if there are none.
    let markers: ICYMarkers?

    /// How often listeners are checked for falling behind.
    private static let watchInterval = Duration.seconds(1)

    func add(to router: Router<ConnectionContext>) {
        router.get(RouterPath(path)) { request, context in
            response(to: request, on: context.channel)
        }
    }

    private func response(to request: Request, on channel: any Channel) -> Response {
        let wantsTitles = request.headers[.icyMetaData] == "1" && programme.codec.carriesICY
        let weaver = wantsTitles ? ICYWeaver(interval: configuration.metadataInterval) : nil
        return Response(
            status: .ok, headers: headers(interval: weaver?.interval),
            body: ResponseBody { writer in
                var cursor = ListenerCursor(
                    joining: programme.timeline, at: elapsed, burst: configuration.burst)
                await audience.listenerCame(with: request, from: cursor.nextFrame)
                do {
                    try await send(from: &cursor, to: &writer, on: channel, weaving: weaver)
                } catch {
                    // The listener left or was dropped, or the station stops.
                    await audience.listenerLeft(with: request, before: cursor.nextFrame)
                    throw error
                }
            })
    }

    private func headers(interval: Int?) -> HTTPFields {
        let manifest = configuration.media.manifest
        var headers: HTTPFields = [
            .contentType: programme.codec.contentType,
            .cacheControl: "no-cache, no-store",
            .icyName: manifest.name,
            .icyDescription: manifest.description,
            .icyGenre: manifest.genre,
            .icyPublic: "0",
            .icyBitRate: String((programme.timeline.bitRate + 500) / 1000),
        ]
        if let interval { headers[.icyMetaInterval] = String(interval) }
        return headers
    }

    /// Sends until the connection ends; always throws.
    private func send(
        from cursor: inout ListenerCursor, to writer: inout any ResponseBodyWriter,
        on channel: any Channel, weaving: ICYWeaver?
    ) async throws {
        var weaver = weaving
        let waits = ListenerWaits(on: configuration.clock, until: channel)
        let backlog = MountBacklog(from: cursor.nextFrame, of: programme.timeline)
        let watch = Task { try await drop(channel, fallingBehind: backlog) }
        defer { watch.cancel() }

        if !programme.preamble.isEmpty {
            try await writer.write(ByteBuffer(bytes: programme.preamble))
        }
        while true {
            let due = cursor.takeDue(at: elapsed)
            try await writer.write(buffer(of: due, weaving: &weaver))
            backlog.wrote(upTo: due.upperBound)
            try await waits.sleepUntil(cursor.nextDue(after: elapsed) - headStart)
        }
    }

    private func buffer(of frames: Range<Int>, weaving weaver: inout ICYWeaver?) -> ByteBuffer {
        var buffer = ByteBuffer()
        for frame in frames {
            let bytes = programme.bytes(of: frame)
            buffer.writeBytes(weaver?.weave(bytes, text: blockText(of: frame)) ?? bytes)
        }
        return buffer
    }

    /// The text of a block that lies in or behind the frame.
    private func blockText(of frame: Int) -> String {
        let time = programme.timeline.start(of: frame) - headStart
        return markers?.text(at: time)
            ?? ICYWeaver.text(title: title(programme.position(of: frame)))
    }

    /// Closes the connection of a listener that has fallen behind.
    private func drop(_ channel: any Channel, fallingBehind backlog: MountBacklog) async throws {
        while backlog.byteCount(at: elapsed) - configuration.burst <= configuration.queueLimit {
            try await configuration.clock.sleepUntil(
                configuration.clock.elapsed() + Self.watchInterval)
        }
        try await channel.close()
    }

    /// A starting station has one round behind it, so that the first listener gets a burst too.
    private var headStart: Duration { programme.timeline.roundDuration }

    private var elapsed: Duration { configuration.clock.elapsed() + headStart }
}

/// Is told about the listeners of a mount.
protocol MountAudience: Sendable {
    /// A listener connected, and gets the stream from `frame` on. Nothing was sent yet.
    func listenerCame(with request: Request, from frame: Int) async

    /// The listener disconnected; at most the frames before `frame` were sent.
    func listenerLeft(with request: Request, before frame: Int) async
}

/// Counts the listeners of a mount in the catalogue.
struct CountedAudience: MountAudience {
    let adServer: AdServer
    let codec: LiveCodec

    func listenerCame(with request: Request, from frame: Int) async {
        await adServer.listenerCame(to: codec)
    }

    func listenerLeft(with request: Request, before frame: Int) async {
        await adServer.listenerLeft(codec)
    }
}

/// The header fields of Shoutcast and Icecast.
extension HTTPField.Name {
    static let icyMetaData = HTTPField.Name("Icy-MetaData")!
    static let icyMetaInterval = HTTPField.Name("icy-metaint")!
    static let icyName = HTTPField.Name("icy-name")!
    static let icyDescription = HTTPField.Name("icy-description")!
    static let icyGenre = HTTPField.Name("icy-genre")!
    static let icyPublic = HTTPField.Name("icy-pub")!
    static let icyBitRate = HTTPField.Name("icy-br")!
}
