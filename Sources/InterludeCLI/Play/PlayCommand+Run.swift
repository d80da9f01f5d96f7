import ArgumentParser
import AudioSinks
import FoundationEssentials
import Interlude

extension PlayCommand {
    func run() async throws {
        try checkCombinations()
        let expectation = try readExpectation()
        var configuration = try sessionConfiguration()
        remarks.forEach(Console.say)
        let output = chooseOutput()
        configuration.label = label(playingTo: output)
        let display = StatusDisplay()
        let memory = try self.memory(
            for: &configuration, typed: CommandLine.arguments.dropFirst(2),
            environment: ProcessInfo.processInfo.environment
        ) { display.say($0) }
        var sessionOptions = self.sessionOptions
        sessionOptions.headers = try network.readHeaders(for: source)
            .map { ($0.name, $0.value) }
        sessionOptions.schedule = try await loadSchedule()
        if let schedule = sessionOptions.schedule {
            let named = schedule.source(namedAs: configuration.source)
            if configuration.home == configuration.source { configuration.home = named }
            configuration.source = named
        }
        if records.verbose {
            sessionOptions.diagnostics = { display.say($0) }
        }
        let reporter = try records.report.map { destination throws(CommandError) in
            try SessionReporter(to: destination, facts: facts(playingTo: output))
        }
        if reporter != nil || page.web != nil || expectation?.needsLevels == true {
            sessionOptions.levels = .measured
        }
        if page.web != nil { sessionOptions.liveMix = .offered }
        let results = try ResultFiles(records)
        let session = AudioSession(configuration, output: output, options: sessionOptions)
        reporter.map(session.addDelegate)
        let stage = try PlayStage(
            session, self, pushing: configuration.requestedPushes, expectation, display: display)
        // After the stage, so that the reason of a failure is printed before what follows from it.
        memory.map(session.addDelegate)
        OtherPlayers.warn(on: output.device) { display.say($0) }
        let end: SessionEnd
        do {
            let page = try await PlayerPage(
                of: session, self, schedule: sessionOptions.schedule, on: stage)
            let fleet = try FleetStage(session, self, on: stage)
            let desktop = DesktopStage(session, playingTo: output, self.desktop)
            memory?.resume(session)
            end = await Self.play(session)
            desktop.close()
            fleet?.close()
            await page?.close()
            memory?.close()
        } catch {
            stage.close()
            throw error
        }
        let verdict = stage.verdict(end)
        let written = Result {
            try reporter?.write(verdict)
            try results.write(verdict)
        }
        let outcome = Result {
            try stage.check()
            if case .failed(let failure) = end { throw CommandError(failure) }
            try written.get()
        }
        // A failure is one line, so nothing precedes it.
        if case .success = outcome { stage.close(with: verdict) } else { stage.close() }
        try outcome.get()
        try stage.check(verdict)
        try stage.checkComplete()
    }

    /// Plays `session` to its end, which may be that it could not begin.
    private static func play(_ session: AudioSession) async -> SessionEnd {
        do {
            try session.play()
        } catch {
            // The session has reported its end and the reason.
        }
        return await session.ended()
    }

    /// The output of the options, or the default of this machine.
    private func chooseOutput() -> AudioOutput {
        let clock: AudioOutput.Clock = self.output.clock == .virtual ? .virtual : .real
        var output = AudioOutput(.null, clock: clock)
        switch sink {
        case .pulse(let name): output.device = .pulse(sink: name)
        case .alsa(let name): output.device = .alsa(device: name)
        case .null: output.device = .null
        case .wav(let path): output.device = .wav(path: path)
        case .wav16(let path): output.device = .wav16(path: path)
        case .icecast(let address): output.device = .icecast(address: address)
        case .hls(let address): output.device = .hls(address: address)
        case nil:
            if PulseServer.isAvailable(within: .seconds(2)) {
                output.device = .pulse(sink: nil)
            } else {
                Console.say(
                    "no sound server answers, so nothing will be heard; start PulseAudio or "
                        + "PipeWire, or use --sink alsa or --sink wav:FILE")
            }
        }
        output.latency = self.output.latency?.duration
        return output
    }
}

extension CommandError {
    /// Converts the failure of a session.
    init(_ failure: SessionFailure) {
        let status: CommandStatus =
            switch failure.kind {
            case .unreadable: .unreadableInput
            case .missing: .missingInput
            case .unreachable, .noOutput: .unavailable
            case .output: .cannotWrite
            // The command plays each session once.
            case .over: .defect
            }
        self.init(status, failure.description)
    }
}
