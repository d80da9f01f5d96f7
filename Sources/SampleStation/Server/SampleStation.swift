import FoundationEssentials
import Glibc
import HLSPlaylists
import HTTPServing
import Hummingbird
import Logging
import MediaTime
import NIOCore

/// A live station and its ad service in one process.
package struct SampleStation: Sendable {
    private let configuration: StationConfiguration
    private let mounts: [LiveProgramme]
    private let adServer: AdServer
    private let truex: TruexPart?
    private let hls: HLSRoutes

    /// The timeout for receiving a complete request, from the previous response on.
    private static let requestLimit = TimeAmount.seconds(30)

    /// Reads all media, so that their errors are reported before anybody listens.
    package init(_ configuration: StationConfiguration) throws(MediaError) {
        self.configuration = configuration
        var mounts: [LiveProgramme] = []
        for codec in LiveCodec.allCases {
            if let programme = try configuration.media.programme(codec) {
                mounts.append(programme)
            }
        }
        self.mounts = mounts
        let service = AdService(configuration, startTime: Date().timeIntervalSince1970)
        adServer = AdServer(service, clock: configuration.clock)
        truex = try TruexPart(configuration)
        hls = try HLSRoutes(configuration, mounts: mounts)
    }

    /// Serves until the task is cancelled, then returns. `onAir` receives the addresses.
    ///
    /// Call it once.
    package func run(
        onAir: @escaping @Sendable (StationAddresses) async -> Void
    ) async throws(StationError) {
        let configuration = configuration
        let connections = Connections()
        let application = Application(
            router: router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        connections.handler(), RequestDeadline.placed(Self.requestLimit),
                    ])),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "Interlude sample station", reuseAddress: true),
            onServerRunning: { channel in
                connections.add(channel)
                let port = channel.localAddress?.port ?? configuration.port
                let base = StationAddresses.base(host: configuration.host, port: port)
                await onAir(
                    StationAddresses(
                        base: base, manifest: configuration.media.manifest, forms: hls.forms))
            },
            logger: Logger(label: "interlude.station") { _ in SwiftLogNoOpLogHandler() })
        // A separate task, which is not cancelled with this one.
        let serving = Task { try await application.run() }
        do {
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                connections.close()
            }
        } catch {
            if !Task.isCancelled { throw words(for: error) }
        }
    }

    /// Runs a station while `body` runs.
    package static func withStation<Result: Sendable>(
        _ configuration: StationConfiguration,
        _ body: @escaping @Sendable (StationAddresses) async throws -> Result
    ) async throws -> Result {
        let station = try SampleStation(configuration)
        let (onAir, announcement) = AsyncThrowingStream.makeStream(of: StationAddresses.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await station.run { announcement.yield($0) }
                    announcement.finish()
                } catch {
                    announcement.finish(throwing: error)
                }
            }
            defer { group.cancelAll() }
            for try await addresses in onAir {
                return try await body(addresses)
            }
            throw CancellationError()
        }
    }

    private func router() -> Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self, options: .autoGenerateHeadEndpoints)
        for programme in mounts {
            LiveMount(
                programme: programme, path: programme.codec.mountPoint,
                configuration: configuration,
                audience: CountedAudience(adServer: adServer, codec: programme.codec),
                title: configuration.media.manifest.programme.title,
                markers: ICYMarkers(configuration.markers, of: configuration.breaks)
            ).add(to: router)
        }
        hls.add(to: router)
        NowPlayingRoutes(configuration, title: configuration.media.manifest.programme.title)?
            .add(to: router)
        truex?.add(to: router)
        AdTagRoutes(configuration.media.manifest, clock: configuration.clock).add(to: router)
        FileRoutes(media: configuration.media).add(to: router)
        SessionRoutes(adServer: adServer).add(to: router)
        ControlRoutes(adServer: adServer).add(to: router)
        return router
    }

    private func words(for error: any Error) -> StationError {
        let host = configuration.host
        let port = configuration.port
        if let error = error as? IOError, error.errnoCode == EADDRINUSE {
            return .portTaken(host: host, port: port)
        }
        return .cannotListen(host: host, port: port, why: String(describing: error))
    }
}

/// The settings of a station.
package struct StationConfiguration: Sendable {
    package var host = "127.0.0.1"

    /// 0 selects a free port.
    package var port = 0

    package var media: MediaFolder

    /// The bytes of past audio that a listener gets at once.
    package var burst = 64 * 1024

    /// The bytes of audio between two ICY blocks.
    package var metadataInterval = 16_000

    /// A listener this many bytes behind is dropped.
    package var queueLimit = 512 * 1024

    /// Required to start a session (rule M1).
    package var apiKey = "sample-key"
    package var customerToken = "sample-token"

    /// The secret that signs credits.
    package var truexSecret = "sample-secret"

    /// The minimum time between two pre-stream spots of a listener.
    package var preStreamInterval = Duration.seconds(600)

    /// No segment of HLS is planned longer.
    package var segmentLength = Duration.seconds(4)

    /// The number of segments in an HLS playlist.
    package var segmentCount = 8

    /// The breaks that are marked in the streams, if any, and how.
    package var breaks: StationBreaks?
    package var markers: [MarkerDialect] = []

    package var clock = StationClock.startingNow()

    /// The date when the clock started.
    package var date = WallClockDate.now

    package init(media: MediaFolder) {
        self.media = media
    }
}

extension WallClockDate {
    fileprivate static var now: WallClockDate {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // number: whole numbers of the machine's clock, which fit any Duration.
        return WallClockDate(sinceEpoch: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
}

/// Why a station could not go on air.
package enum StationError: Error, Equatable, CustomStringConvertible {
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, why: String)

    package var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) of \(host) is taken; choose another with --port, or 0 for a free one"
        case .cannotListen(let host, let port, let why):
            "cannot listen at \(host), port \(port): \(why)"
        }
    }
}
