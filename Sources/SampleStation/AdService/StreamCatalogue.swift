/// The streams in order of their ids.
struct StreamCatalogue: Sendable {
    private(set) var streams: [LiveStream] = []
    private var listeners: [String: Int] = [:]
    private var lastID = 0

    /// Creates one stream per encoding.
    init(_ manifest: StationManifest, startTime: Double) {
        for codec in LiveCodec.allCases where manifest.programme.path(codec) != nil {
            lastID += 1
            streams.append(Self.stream(lastID, codec, manifest, startTime: startTime))
        }
    }

    func stream(_ id: Int) -> LiveStream? {
        streams.first { $0.id == id }
    }

    mutating func add(
        _ change: StreamChange, _ manifest: StationManifest, startTime: Double
    ) -> LiveStream {
        lastID += 1
        let codec = change.codec ?? .mp3
        var stream = Self.stream(lastID, codec, manifest, startTime: startTime)
        change.apply(to: &stream)
        stream.listeners = listeners[stream.mountPoint, default: 0]
        streams.append(stream)
        return stream
    }

    /// Returns the changed stream; `nil` if there is none with that id.
    mutating func update(_ id: Int, _ change: (inout LiveStream) -> Void) -> LiveStream? {
        guard let index = streams.firstIndex(where: { $0.id == id }) else { return nil }
        change(&streams[index])
        streams[index].listeners = listeners[streams[index].mountPoint, default: 0]
        return streams[index]
    }

    mutating func remove(_ id: Int) -> LiveStream? {
        guard let index = streams.firstIndex(where: { $0.id == id }) else { return nil }
        return streams.remove(at: index)
    }

    mutating func countListener(at mountPoint: String, by step: Int) {
        listeners[mountPoint, default: 0] += step
        for index in streams.indices where streams[index].mountPoint == mountPoint {
            streams[index].listeners += step
        }
    }

    private static func stream(
        _ id: Int, _ codec: LiveCodec, _ manifest: StationManifest, startTime: Double
    ) -> LiveStream {
        LiveStream(
            id: id, title: "\(manifest.name) \(codec.rawValue.uppercased())",
            description: manifest.description, genre: manifest.genre, language: manifest.language,
            listeners: 0, startTime: startTime, likes: 0, dislikes: 0, muted: false,
            muteMusicUrl: manifest.muteMusic,
            streamer: Streamer(id: 1, name: manifest.name, likes: 0, dislikes: 0),
            mountPoint: codec.mountPoint, url: codec.mountPoint)
    }
}
