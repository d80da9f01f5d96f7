import TestFiles
import TestServers
import TestSignals

/// A listener with two breaks; when the first one has just begun, something happens to the
/// stream.
struct BrokenOffListening {
    /// A failure of the stream.
    enum Trouble: CaseIterable, Sendable {
        case sourceDies
        case serverDies
        /// The source dies, and the next one has another rate.
        case rateChanges
        /// The source sends nothing for a while, and then everything.
        case sourceStalls
        /// The connection stays open, and delivers nothing more.
        case connectionStalls
        /// The same, except for a byte a second.
        case connectionDrips

        /// What the station sends afterwards, if that is something else.
        fileprivate var successor: CodedSound? {
            switch self {
            case .sourceDies, .serverDies: .thin(3)
            case .rateChanges: .thin(3, rate: 44_100)
            case .sourceStalls, .connectionStalls, .connectionDrips: nil
            }
        }

        /// How long the player plays, in seconds.
        ///
        /// A player tries to reconnect 7.75 s and 15.75 s after the loss, 20 % sooner or later. On
        /// a busy machine a station that is restarted may miss the first of the two.
        fileprivate var duration: Int { successor == nil ? 18 : 26 }
    }

    let outcome: Player.Outcome
    let samples: [Float]
    let programme: [PlacedRun]
    let spots: [CodedRun]

    private static let spots = [CodedSound.spot(1), CodedSound.spot(2)]

    /// Blocks until everything is over.
    init(_ trouble: Trouble, burstByteCount: Int) throws {
        let folder = try TemporaryFolder()
        let spots = try Self.spots.map { try $0.write(into: folder) }
        let sound = CodedSound.thin(0)
        let successor = try trouble.successor?.write(into: folder)
        let icecast = try PrivateIcecast(burstByteCount: burstByteCount)
        let source = try icecast.feed(sound.write(into: folder), to: "live.ogg", as: .oggFLAC)
        let relay = Relay(toPort: icecast.port)
        defer { relay.stop() }
        let recording = folder.file("heard.wav")
        let player = try Player(
            relay.address(of: "live.ogg"),
            [
                "--sink", "wav:\(recording)", "--match-loudness", "off", "--resume", "continue",
                "--duration", "\(trouble.duration)s", "--push", "1500ms=\(spots[0])",
                "--push", "\(trouble.duration - 3)s=\(spots[1])",
            ])
        try player.wait(for: "slot.started")
        var next: IcecastSource?
        switch trouble {
        case .sourceDies, .rateChanges:
            try source.kill()
            try player.wait(for: "session.reconnecting")
        case .serverDies:
            icecast.kill()
            try source.kill()
            try player.wait(for: "session.reconnecting")
            try icecast.restart()
        case .sourceStalls:
            source.freeze()
            try player.wait(for: "stream.underrun")
            source.thaw()
        case .connectionStalls: relay.freeze()
        case .connectionDrips: relay.drip()
        }
        if let successor {
            next = try icecast.feed(successor, to: "live.ogg", as: .oggFLAC)
        }
        outcome = player.finish(within: .seconds(trouble.duration + 20))
        try next?.kill()
        if trouble.successor == nil { try source.kill() }
        samples = try WAVFile(path: recording).floats
        programme = [PlacedRun](in: samples, of: [sound] + [trouble.successor].compactMap { $0 })
        self.spots = [CodedRun](in: samples, of: Self.spots)
    }
}

extension BrokenOffListening {
    /// The gap between two runs of the same sound.
    struct Gap {
        /// Frames of the sound that were not heard at full level.
        var passed: Double
        /// Frames with other audio, such as a spot or a ramp.
        var heard: Int
        var isBreak: Bool
    }

    var gaps: [Gap] {
        zip(programme, programme.dropFirst()).compactMap { before, after in
            guard before.sound == after.sound else { return nil }
            let range = before.end..<after.first
            return Gap(
                passed: after.firstPlace - before.lastPlace - 1,
                heard: range.count { samples[2 * $0] != 0 || samples[2 * $0 + 1] != 0 },
                isBreak: spots.contains { range.contains($0.first) })
        }
    }
}
