import AudioDecoding
import AudioSinks
import BeaconStorage
import FoundationEssentials
import HTTPAccess
import PCMAudio
import PlainText
import StreamFetching

extension SessionParts {
    /// The real parts: the network, files, and the selected output.
    ///
    /// Throws a ``SessionFailure`` if the output cannot be opened.
    init(
        _ configuration: SessionConfiguration, output: AudioOutput, options: SessionOptions
    ) throws {
        var web = WebClientConfiguration(environment: ProcessInfo.processInfo.environment)
        web.addressRule = options.documentAddresses == .any ? .anywhere : .publicOnly
        let client = WebClient(configuration: web)
        let budget = MemoryBudget(byteCount: options.spotMemory)
        // In virtual time, two runs must not differ by what the first one has left.
        let folder = output.clock == .virtual ? nil : options.spotCacheFolder
        let cache = folder.map { SpotCache(folder: $0) }
        let resources =
            output.device == .null && output.clock == .real ? options.resources : .own
        let needsNoBlocks =
            configuration.loudness == .off && options.levels != .programme
            && configuration.markers?.silence == nil
        self.init(
            sink: try Self.sink(output, resources),
            clock: output.clock == .virtual ? .virtual : .real,
            streams: PlayableStreams(
                client: client,
                from: options.provenance,
                credentials: CredentialStore(
                    options.headers.map { WebHeader($0.name, $0.value) }, for: configuration.source),
                giveUp: configuration.giveUp, home: configuration.withoutLogins.home,
                maxDelay: configuration.maxDelay,
                for: output.clock == .virtual ? .bySupply : .byClock,
                metering: needsNoBlocks ? .none : .blocks, resources: resources,
                diagnostics: options.diagnostics),
            spots: FetchedSpots(
                client: client, provenance: options.provenance, countedBy: budget,
                keepingIn: cache),
            muteMusicURL: options.muteMusicURL,
            networkDelay: output.clock == .virtual ? options.networkDelay : .zero)
        spotCache = cache
        lists = FetchedAssetLists(client: client)
        if let markers = configuration.markers, !(markers.adTags + markers.adSchedules).isEmpty {
            decisions = FetchedAdDecisions(
                tags: markers.adTags, schedules: markers.adSchedules, rules: markers.adRules,
                client: client,
                provenance: options.provenance)
        }
        if decisions != nil || options.schedule?.schedule.hasBeacons == true {
            beacons = FetchedBeacons(client: client)
            keepBeacons(in: output.clock == .virtual ? nil : options.beaconFolder)
        }
        nowPlaying = configuration.markers?.nowPlaying.map {
            FetchedNowPlaying(feed: $0, client: client, provenance: options.provenance)
        }
        truex = options.schedule.map { TruexParts($0, client, budget, options.diagnostics) }
        sinkName = output.device.name
        audioData = options.audioData
        levels = options.levels
        self.resources = resources
    }

    /// Keeps beacons in files of `folder`; `nil` for none.
    private mutating func keepBeacons(in folder: String?) {
        guard let folder else { return }
        do throws(BeaconStoreFailure) {
            beaconStore = try BeaconStore(folder: folder)
        } catch {
            beaconStoreFailure = error.description
        }
    }

    private static func sink(
        _ output: AudioOutput, _ resources: SessionOptions.Resources
    ) throws -> any AudioSink {
        let clock: OutputClock = output.clock == .virtual ? .virtual : .real(speed: 1)
        do {
            switch output.device {
            case .null: return resources == .shared ? UnattendedSink() : NullSink(clock: clock)
            case .wav(let path): return try WAVSink(path: path, format: .float32, clock: clock)
            case .wav16(let path): return try WAVSink(path: path, format: .integer16, clock: clock)
            case .pulse(let name):
                try checkClock(output, of: "a sound server")
                return PulseSink(PulseSettings(sinkName: name, latency: output.latency))
            case .alsa(let name):
                try checkClock(output, of: "a sound device")
                let settings = ALSASettings(device: name ?? "default", latency: output.latency)
                return ALSASink(settings)
            case .icecast(let address):
                try checkClock(output, of: "a streaming server")
                return try icecastSink(address)
            case .hls(let address):
                return try HLSSink(HLSAddress(parsing: address), clock: clock)
            case .custom(let device):
                return CustomSink(
                    CustomBlocks(device.output), clock: clock, latency: output.latency)
            }
        } catch let error as SinkFailure {
            throw SessionFailure(.output, error.description)
        }
    }

    /// Connects to a server; one that is not there is a failure as of a source.
    private static func icecastSink(_ text: String) throws(SessionFailure) -> IcecastSink {
        let address: IcecastAddress
        do throws(SinkFailure) {
            address = try IcecastAddress(parsing: text)
        } catch {
            throw SessionFailure(.output, "'\(shown(text))': \(error)")
        }
        do throws(SinkFailure) {
            return try IcecastSink(address)
        } catch {
            throw SessionFailure(.unreachable, error.description)
        }
    }

    /// An address that cannot be used, for a message: what follows its login. The login may be one
    /// that no parser finds, as without a scheme.
    private static func shown(_ address: String) -> String {
        let start = address.lastIndex(of: "@").map(address.index(after:)) ?? address.startIndex
        return String(address[start...]).printable(limit: 200)
    }

    private static func checkClock(_ output: AudioOutput, of device: String) throws {
        guard output.clock == .real else {
            throw SessionFailure(
                .output, "\(device) has its own clock; use --sink null or wav:FILE")
        }
    }
}
