import AdPlayback
import FoundationEssentials
import Glibc
import Interlude
import MediaTime
import PlainText
import SessionReports

extension PlayCommand {
    /// The configuration of the session.
    func sessionConfiguration() throws(CommandError) -> SessionConfiguration {
        try source.requirePresent()
        var configuration = SessionConfiguration(source: source.description)
        try network.home?.requirePresent()
        configuration.home = (network.home ?? source.asHome)?.description
        configuration.breakPolicy =
            switch advertisements.breakPolicy {
            case .mute: .mute
            case .hold: .hold
            case .duck: .duck
            }
        configuration.resume =
            switch advertisements.resume {
            case .live: .live
            case .continue: .continue
            }
        configuration.catchUp = advertisements.catchUp
        configuration.loudness = advertisements.matchLoudness.profile
        configuration.fade = output.fade.duration
        configuration.crossfade = output.crossfade?.duration
        configuration.start = transport.start.duration
        configuration.duration = output.duration?.duration
        let giveUp = network.giveUp.duration
        configuration.giveUp = giveUp == .zero ? nil : giveUp
        if giveUp == .zero { configuration.outage?.startLimit = nil }
        let firstSpotLimit = network.firstSpotLimit.duration
        configuration.firstSpotLimit = firstSpotLimit == .zero ? nil : firstSpotLimit
        configuration.truex.creditLasts = advertisements.creditLasts?.duration
        configuration.viewer =
            advertisements.viewer?.script ?? (isAttended ? nil : ViewerScript([]))
        configuration.script = try script()
        configuration.markers = try readMarkers()
        configuration.bumpers = try advertisements.readBumpers(absent: absentSpots)
        configuration.slate = try advertisements.readSlate(absent: absentSpots)
        return configuration
    }

    /// Whether somebody can answer a choice card: on the page, or with keys.
    private var isAttended: Bool {
        page.web != nil
            || output.clock == .real && source != .standardInput && isatty(STDIN_FILENO) == 1
    }

    /// Loads the schedule; `nil` without `--schedule`.
    func loadSchedule() async throws(CommandError) -> StreamSchedule? {
        let place: String
        switch advertisements.schedule {
        case .address(let address): place = address
        case .file(let path):
            try InputFile.require(at: path)
            place = path
        case nil: return nil
        }
        do {
            return try await StreamSchedule(
                loading: place, redirects: sessionOptions.documentAddresses)
        } catch {
            throw CommandError(error)
        }
    }

    var sessionOptions: SessionOptions {
        var options = SessionOptions()
        options.networkDelay = network.delay.duration
        options.beaconFolder =
            StateFile("beacons", environment: ProcessInfo.processInfo.environment)?.path
        options.spotCacheFolder =
            output.clock == .virtual
            ? nil : network.spotCache.path(ProcessInfo.processInfo.environment)
        options.documentAddresses = network.allowPrivate ? .any : .publicOnly
        options.recording = records.record.map {
            switch $0 {
            case .file(let path): .file(path: path)
            case .standardOutput: .standardOutput
            }
        }
        return options
    }

    /// The scripted commands; those at the same time are in the order of the options.
    private func script() throws(CommandError) -> [SessionConfiguration.ScriptedCommand] {
        var script: [SessionConfiguration.ScriptedCommand] = []
        for volume in transport.volumes {
            script.append(.init(at: volume.time, .setVolume(volume.value.gain)))
        }
        for volume in transport.adVolumes {
            script.append(.init(at: volume.time, .setAdVolume(volume.value.gain)))
        }
        for push in try advertisements.readPushes() {
            let command: SessionCommand =
                push.place.map { .pushInStream(push.value, at: $0) } ?? .push(push.value)
            script.append(.init(at: push.time, command))
        }
        for ignore in advertisements.ignores {
            script.append(.init(at: ignore.time, .ignoreAdvertisements))
        }
        for seek in transport.seeks {
            script.append(.init(at: seek.time, .seek(seek.value.duration)))
        }
        for pause in transport.pauses { script.append(.init(at: pause.time, .pause)) }
        for unpause in transport.unpauses { script.append(.init(at: unpause.time, .unpause)) }
        return script
    }
}

extension PlayCommand {
    /// What the first line of the event log says. The path of a WAV file is left out, so that equal
    /// sessions have equal logs.
    func label(playingTo output: AudioOutput) -> SessionLabel {
        let kind = output.device.name.prefix { $0 != ":" }
        let label = SessionLabel(
            version: InterludeVersion.text, sink: String(kind), clock: self.output.clock.rawValue)
        switch output.clock {
        case .virtual: return label
        case .real:
            var label = label
            label.startTime = Self.presentTime
            return label
        }
    }

    /// The present time in ISO 8601, made by the C library, because the first use of Foundation's
    /// formatter delays the start.
    private static var presentTime: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let count = strftime(text.baseAddress!, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The source, the output and the clock, for a report.
    func facts(playingTo output: AudioOutput) -> [String] {
        let clock =
            switch output.clock {
            case .real: "real clock"
            case .virtual: "virtual clock"
            }
        return [source.description.withoutUserInfo, "sink \(output.device.name)", clock]
    }
}

extension PlayCommand {
    /// What must be heard; `nil` without `--expect`.
    func readExpectation() throws(CommandError) -> SessionExpectation? {
        guard let path = records.expect else { return nil }
        return try ExpectationFile.read(path, clock: output.clock)
    }
}

extension SessionConfiguration {
    /// The pushes of its script.
    var requestedPushes: [RequestedPush] {
        script.compactMap { one in
            switch one.command {
            case .push(let spots), .pushInStream(let spots, at: _):
                RequestedPush(at: one.time.duration, spots.map(\.audioFileURL))
            default: nil
            }
        }
    }
}
