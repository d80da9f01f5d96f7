import HTTPAccess
import SampleStation
import TestServers
import Testing

/// The servers that can send the sample programme.
enum Broadcaster: CaseIterable, CustomTestStringConvertible {
    case sampleStation
    case icecast

    var testDescription: String {
        switch self {
        case .sampleStation: "the sample station"
        case .icecast: "Icecast"
        }
    }

    /// Sends the programme at `timesFaster` speed, and calls `body` with the address of its mount.
    func broadcast(
        _ codec: LiveCodec, timesFaster: Int,
        _ body: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        switch self {
        case .sampleStation:
            var configuration = try Self.configuration()
            configuration.clock = .running(timesFaster: timesFaster)
            try await SampleStation.withStation(configuration) { addresses in
                try await body(addresses.url + codec.mountPoint)
            }
        case .icecast:
            let (icecast, source, mount) = try await onThread {
                // A listener gets the mount from its first byte on: FFmpeg reports errors when it
                // joins in the middle of an AAC frame, and Icecast knows no frames.
                let icecast = try PrivateIcecast(burstByteCount: 16 << 20)
                let mount = String(codec.mountPoint.dropFirst())
                let source = try icecast.feed(
                    "\(Samples.path)/programme/programme.\(codec.rawValue)", to: mount,
                    as: Self.form(of: codec), timesFaster: timesFaster)
                return (icecast, source, mount)
            }
            try await body(icecast.address(of: mount))
            try await onThread {
                try source.kill()
                icecast.kill()
            }
        }
    }

    /// A station that drops no listener: one whose time runs faster is far behind after a moment in
    /// which a busy machine does something else.
    private static func configuration() throws -> StationConfiguration {
        var configuration = try Samples.configuration()
        configuration.queueLimit = 64 << 20
        return configuration
    }

    private static func form(of codec: LiveCodec) -> IcecastSource.Form {
        switch codec {
        case .mp3: .mp3
        case .aac: .aac
        case .opus: .oggOpus
        }
    }

    /// Listens to the programme as MP3 until at least six titles were received.
    func listenWithTitles() async throws -> TitledListening {
        switch self {
        case .sampleStation: try await Self.listenToStation()
        case .icecast: try await Self.listenToIcecast()
        }
    }

    private static func listenToStation() async throws -> TitledListening {
        var configuration = try Self.configuration()
        configuration.clock = .running(timesFaster: 100)
        configuration.metadataInterval = 4000
        let titles = configuration.media.manifest.programme.titles.map(\.title)
        var heard = try await SampleStation.withStation(configuration) { addresses in
            try await TitledListening(to: addresses.url + "/live.mp3", interval: 4000) {
                $0.count > titles.count
            }
        }
        // Titles start at the programme's position, and start again after the last one. A title may
        // stand in the programme twice.
        let received = heard.reading.titles
        let courses = titles.indices.map { start in
            received.indices.map { block(titles[(start + $0) % titles.count]) }
        }
        heard.expected = courses.first { $0 == received } ?? courses[0]
        return heard
    }

    /// The server starts with an empty title. It gets each title once the previous one was
    /// received.
    private static func listenToIcecast() async throws -> TitledListening {
        let titles = [
            "", "Harbour Lights", "Tide & Weather", "It's Late", "Übersee", "a = b; c",
        ]
        let (icecast, source) = try await onThread {
            let icecast = try PrivateIcecast()
            let source = try icecast.feed(
                "\(Samples.path)/programme/programme.mp3", to: "live.mp3", as: .mp3,
                timesFaster: 20)
            return (icecast, source)
        }
        var ahead = titles.dropFirst()
        var heard = try await TitledListening(
            to: icecast.address(of: "live.mp3"), interval: 16_000
        ) { told in
            guard told.count + ahead.count == titles.count else { return false }
            guard let title = ahead.popFirst() else { return true }
            try #require(icecast.setTitle(title, of: "live.mp3"))
            return false
        }
        heard.expected = titles.map(block)
        try await onThread {
            try source.kill()
            icecast.kill()
        }
        return heard
    }

    private static func block(_ title: String) -> String { "StreamTitle='\(title)';" }
}
