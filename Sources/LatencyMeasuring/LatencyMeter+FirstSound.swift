import MediaTime

extension LatencyMeter {
    /// The silence in frames after which a player counts as ended.
    private static let silence = FrameTime.rate / 20

    /// Starts players of a file, and measures the time to the first sound of each.
    mutating func measureColdStarts(count: Int) throws(MeasurementError) {
        for _ in 0..<count {
            try waitForSilence()
            pauseAtRandom()
            let place = listener.now
            let player = try MeasuredPlayer(
                playing: stage.files.programme, on: stage, options: stage.exactOptions)
            let first = try listener.wait(for: "a player that was started", from: place) {
                $0.first { $0.content != .silence }
            }
            record(
                first, since: player.start, as: .firstSoundCold,
                atMonitor: .firstSoundColdAtMonitor)
            try player.end()
        }
        try waitForSilence()
    }

    /// Changes one player between two files, and measures the time to the first sound of each.
    mutating func measureWarmStarts(count: Int) throws(MeasurementError) {
        var player = try startedPlayer()
        for number in 0..<count {
            let isOther = number.isMultiple(of: 2)
            let target = isOther ? CodedSound.otherProgramme : .programme
            let file = isOther ? stage.files.otherProgramme : stage.files.programme
            let place = listener.now
            let start = try player.ask(.play(file))
            let first = try listener.wait(for: "another stream", from: place) {
                $0.first { $0.firstIndex(of: target) != nil }
            }
            record(
                first, since: start, as: .firstSoundWarm, atMonitor: .firstSoundWarmAtMonitor)
            try listener.listen(for: .milliseconds(50))
            pauseAtRandom()
        }
        try player.end()
        try waitForSilence()
    }

    /// A connected player of the programme that is heard already, with additional `options`.
    func startedPlayer(_ options: [String] = []) throws(MeasurementError) -> MeasuredPlayer {
        let place = listener.now
        var player = try MeasuredPlayer(
            playing: stage.files.programme, on: stage, options: stage.exactOptions + options)
        try listener.wait(for: "a player that was started", from: place) {
            $0.first { $0.firstIndex(of: .programme) != nil && $0.count > FrameTime.rate / 2 }
        }
        try player.connect()
        return player
    }

    func waitForSilence() throws(MeasurementError) {
        try listener.wait(for: "silence", from: listener.now - 1) { runs in
            runs.last { $0.content == .silence && $0.count >= Self.silence }
        }
    }
}
