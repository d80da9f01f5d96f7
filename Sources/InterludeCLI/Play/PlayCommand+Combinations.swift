import FoundationEssentials
import MediaTime
import ReportPages

/// Combinations of options that cannot work, or of which one has no effect.
extension PlayCommand {
    /// Throws for options that cannot work together. Call before anything is opened.
    func checkCombinations() throws(CommandError) {
        if let contradiction { throw CommandError(.usage, contradiction) }
        try page.checkHouseAds()
    }

    /// Options that cannot work together, and what to try; `nil` if there are none.
    var contradiction: String? {
        if advertisements.viewer != nil, advertisements.schedule == nil {
            return "--viewer answers the choice cards of a schedule; add --schedule FILE|ADDRESS, "
                + "or leave it out"
        }
        if advertisements.nowPlaying != nil, output.clock == .virtual {
            return "--now-playing needs the real clock, by which a station writes its feed; leave "
                + "out --clock virtual"
        }
        return memoryContradiction ?? sourceContradiction
            ?? advertisements.markerContradiction ?? sharedFile
    }

    /// What `--remember` cannot return to.
    private var memoryContradiction: String? {
        guard transport.remember else { return nil }
        if advertisements.schedule != nil {
            return "--remember does not work with --schedule, which belongs to one source; leave "
                + "one out"
        }
        if source == .standardInput, network.home == nil {
            return "--remember needs a source that can be played again, and standard input cannot; "
                + "leave it out"
        }
        return nil
    }

    /// An option that the kind of source rules out. An address may be a stream or a file.
    private var sourceContradiction: String? {
        switch source {
        case .address: return nil
        case .file, .standardInput: break
        }
        if advertisements.givenResume == .live {
            return "--resume live needs a live stream; \(source) resumes where it was held, so "
                + "leave it out"
        }
        if advertisements.catchUp != nil {
            return "--catch-up needs a live stream; \(source) has no delay, so leave it out"
        }
        let impossible = transport.seeks.first { isImpossible($0.value) }
        guard let seek = impossible else { return nil }
        switch source {
        case .standardInput:
            return "--seek needs a file or an address; standard input is heard in order"
        case .address, .file:
            return "--seek \(seek.time.text)=\(seek.value.time.text): a position in a file counts "
                + "from its start; write one that is not negative"
        }
    }

    private func isImpossible(_ position: TimeArgument) -> Bool {
        switch source {
        case .address: false
        case .file: position.time < .zero
        case .standardInput: true
        }
    }

    /// Two options that would write one file, or one that would overwrite the source.
    private var sharedFile: String? {
        var names: [String: String] = [:]
        if case .file(let path) = source { names[Location.absolutePath(path)] = "the source" }
        if let path = records.expect { names[Location.absolutePath(path)] = "--expect" }
        for (name, path) in writtenFiles where !path.hasPrefix("/dev/") {
            let path = Location.absolutePath(path)
            if let other = names.updateValue(name, forKey: path) {
                return "\(name) would overwrite \(other): \(path); name another file"
            }
        }
        return nil
    }

    /// The options that write files, with the paths.
    private var writtenFiles: [(name: String, path: String)] {
        var files: [(String, String)] = []
        for (name, file) in [
            ("--events", records.events), ("--record", records.record),
            ("--report", records.report), ("--summary", records.summary),
            ("--junit", records.junit),
        ] {
            if case .file(let path)? = file { files.append((name, path)) }
        }
        switch output.sink {
        case .wav(let path), .wav16(let path): files.append(("--sink", path))
        case .pulse, .alsa, .null, .icecast, .hls, nil: break
        }
        return files
    }
}

extension PlayCommand {
    /// Lines for standard error about options without effect, or with another than they seem to
    /// have.
    var remarks: [String] {
        [unreachedRemark, unpauseRemark, latencyRemark, holdRemark].compactMap { $0 }
    }

    private var unreachedRemark: String? {
        guard let end = output.duration?.time else { return nil }
        let unreached = scriptedTimes.filter { $0.time >= end }
            .map { "\($0.name) \($0.time.text)" }
        guard !unreached.isEmpty else { return nil }
        return "\(unreached.joined(separator: ", ")): not reached, because --duration ends the "
            + "session at \(end.text)"
    }

    private var unpauseRemark: String? {
        let firstPause = transport.pauses.map(\.time).min() ?? .distantFuture
        guard let early = transport.unpauses.map(\.time).first(where: { $0 < firstPause }) else {
            return nil
        }
        return "--unpause \(early.text): no --pause comes before it"
    }

    private var latencyRemark: String? {
        guard output.latency != nil, let sink, sink.keepsVirtualTime || sink.isServer else {
            return nil
        }
        return "--latency has no effect, because only a sound server or device has a queue"
    }

    /// A live stream that resumes live is not held, because nothing of it would be heard later.
    private var holdRemark: String? {
        guard case .address = source, advertisements.breakPolicy == .hold,
            advertisements.resume == .live
        else { return nil }
        return "--break hold only mutes a live stream, which resumes at its live edge; add "
            + "--resume continue to miss nothing of it"
    }

    /// The options with an output time.
    private var scriptedTimes: [(name: String, time: FrameTime)] {
        advertisements.pushes.map { ("--push", $0.time) }
            + advertisements.ignores.map { ("--ignore", $0.time) }
            + transport.seeks.map { ("--seek", $0.time) }
            + transport.pauses.map { ("--pause", $0.time) }
            + transport.unpauses.map { ("--unpause", $0.time) }
            + transport.volumes.map { ("--volume", $0.time) }
            + transport.adVolumes.map { ("--ad-volume", $0.time) }
    }
}

extension FrameTime {
    /// The time as on a command line: `5s`, or `0.25s`.
    fileprivate var text: String {
        seconds == seconds.rounded() ? "\(Int64(saturating: seconds))s" : "\(seconds)s"
    }
}
