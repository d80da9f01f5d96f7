import TestFiles
import TestServers

/// An Icecast with a live stream, and two spots.
struct Stage {
    let folder: TemporaryFolder
    private let server: PrivatePulseAudio?
    let icecast: PrivateIcecast
    let source: IcecastSource
    let firstSpot: String
    let spots: String

    /// Blocks until everything runs. Without a sound server nothing plays.
    init(on server: PrivatePulseAudio?) throws {
        self.server = server
        folder = try TemporaryFolder()
        firstSpot = try CodedSound.spot(1).write(into: folder)
        spots = "\(firstSpot),\(try CodedSound.spot(2).write(into: folder))"
        icecast = try PrivateIcecast()
        source = try icecast.feed(
            Peers.sample("programme/programme.mp3"), to: "live.mp3", as: .mp3)
    }

    func play(_ arguments: [String]) throws -> Player {
        try Player(icecast.address(of: "live.mp3"), arguments, on: server)
    }
}
