import Interlude
import MediaTime
import SessionReports
import YAMLReading

/// The file of `interlude play --expect`: what must be heard, as YAML.
enum ExpectationFile {
    /// The tolerance of times with the real clock: a push is heard once its spot is loaded.
    private static let realTolerance = FrameTime.rate / 2

    /// The keys that say how to check.
    private static let manners = ["tolerance", "loudness-tolerance"]

    /// The keys that say what to check.
    private static let names = [
        "played", "breaks", "spots", "failed", "gap", "underruns", "beacons", "decisions",
        "loudness", "end", "returns", "heard", "not-heard",
    ]

    private static let spotNames = [
        "spot", "at", "for", "tolerance", "loudness", "loudness-tolerance",
    ]

    /// Reads the file or pipe at `path`. `clock` decides the tolerance of times, unless the file
    /// does: none with the virtual clock.
    static func read(
        _ path: String, clock: ClockArgument
    ) throws(CommandError) -> SessionExpectation {
        let document = [UInt8](try InputFile.read(path, atMost: YAMLFile.longest))
        return try read(document, path: path, clock: clock)
    }

    /// Reads a document.
    static func read(
        _ document: [UInt8], path: String, clock: ClockArgument
    ) throws(CommandError) -> SessionExpectation {
        let file = try YAMLFile(document, path: path)
        let nothing = "nothing is expected; write it line by line, as in 'breaks: 1'"
        guard let root = file.root, case .mapping(let entries) = root.value,
            entries.contains(where: { !manners.contains($0.key) })
        else { throw file.failure(nothing, line: file.root?.line ?? 1) }
        let fields = try YAMLFields(entries, of: names + manners, in: file)
        let tolerance =
            switch clock {
            case .real: realTolerance
            case .virtual: 0
            }
        return try expectation(fields, tolerance: tolerance)
    }

    private static func expectation(
        _ fields: YAMLFields, tolerance: Int
    ) throws(CommandError) -> SessionExpectation {
        var expectation = SessionExpectation(
            tolerance: try fields.frameCount("tolerance") ?? tolerance)
        expectation.played = try fields.time("played")?.duration
        expectation.breakCount = try fields.countRange("breaks")
        expectation.spotCount = try fields.countRange("spots")
        expectation.failedLimit = try fields.count("failed")
        expectation.gapLimit = try fields.time("gap")?.duration
        expectation.underruns = try underruns(fields)
        expectation.beaconCount = try fields.count("beacons")
        expectation.decisionCount = try fields.count("decisions")
        let loudnessTolerance = try fields.loudnessTolerance()
        expectation.loudness = try fields.loudness(within: loudnessTolerance)
        expectation.finalState = try fields.state("end")
        for (text, line) in try fields.texts("returns") {
            expectation.returns.append(try fields.time(text, for: "returns", line: line))
        }
        expectation.unheard = try fields.texts("not-heard").map(\.text)
        for node in try fields.list("heard") {
            expectation.heard.append(
                try spot(
                    node, in: fields.file, loudness: expectation.loudness,
                    loudnessTolerance: loudnessTolerance))
        }
        guard loudnessTolerance == nil || expectation.needsLevels else {
            throw fields.failure(idleTolerance, at: "loudness-tolerance")
        }
        return expectation
    }

    private static func underruns(
        _ fields: YAMLFields
    ) throws(CommandError) -> SessionExpectation.UnderrunLimits {
        guard let node = fields.node("underruns"), case .mapping(let entries) = node.value else {
            return SessionExpectation.UnderrunLimits(total: try fields.count("underruns"))
        }
        guard !entries.isEmpty else {
            throw fields.failure(
                "\"underruns\" takes a number, or one each for stream and device", at: "underruns")
        }
        let parts = try YAMLFields(entries, of: ["stream", "device"], in: fields.file)
        return SessionExpectation.UnderrunLimits(
            stream: try parts.count("stream"), device: try parts.count("device"))
    }

    private static let idleTolerance =
        "\"loudness-tolerance\" needs \"loudness\": programme, or a number of LUFS"

    /// `loudness` and `loudnessTolerance` are what the file has for all spots.
    private static func spot(
        _ node: YAMLNode, in file: YAMLFile, loudness: SessionExpectation.SpotLevel?,
        loudnessTolerance: Double?
    ) throws(CommandError) -> SessionExpectation.HeardSpot {
        guard case .mapping(let entries) = node.value else {
            throw file.failure("write a spot as '- spot: tea.mp3'", line: node.line)
        }
        let fields = try YAMLFields(entries, of: spotNames, in: file)
        guard let name = try fields.text("spot") else {
            throw file.failure(
                "the spot has no name; add 'spot: ' with its title, its file's name or its id",
                line: node.line)
        }
        var spot = SessionExpectation.HeardSpot(name)
        spot.start = try fields.time("at")
        spot.length = try fields.time("for")?.duration
        spot.tolerance = try fields.frameCount("tolerance")
        let tolerance = try fields.loudnessTolerance()
        spot.loudness = try fields.loudness(within: tolerance ?? loudnessTolerance)
        guard let tolerance, spot.loudness == nil else { return spot }
        guard let target = loudness?.target else {
            throw fields.failure(idleTolerance, at: "loudness-tolerance")
        }
        spot.loudness = SessionExpectation.SpotLevel(target, within: tolerance)
        return spot
    }
}

extension YAMLFields {
    /// A length of time in frames.
    fileprivate func frameCount(_ name: String) throws(CommandError) -> Int? {
        try time(name).map { $0 - .zero }
    }

    fileprivate func state(_ name: String) throws(CommandError) -> PlayerStatus.State? {
        guard let text = try text(name) else { return nil }
        let states: [PlayerStatus.State] = [.playing, .buffering, .reconnecting, .paused]
        guard let state = states.first(where: { $0.rawValue == text }) else {
            let words = states.map(\.rawValue).joined(separator: ", ")
            throw failure("\"\(name)\" is one of \(words)", at: name)
        }
        return state
    }

    /// The largest deviation of a loudness, in LU.
    fileprivate func loudnessTolerance() throws(CommandError) -> Double? {
        let name = "loudness-tolerance"
        guard let text = try text(name) else { return nil }
        guard let tolerance = Self.number(text, unit: "LU", in: 0...20) else {
            throw failure("\"\(name)\" takes a number from 0 to 20 LU", at: name)
        }
        return tolerance
    }

    fileprivate func loudness(
        within tolerance: Double?
    ) throws(CommandError) -> SessionExpectation.SpotLevel? {
        guard let text = try text("loudness") else { return nil }
        let target: SessionExpectation.SpotLevel.Target?
        switch text {
        case "programme": target = .programme
        case "any": target = nil
        default:
            guard let loudness = Self.number(text, unit: "LUFS", in: -60...0) else {
                throw failure(
                    "\"loudness\" is programme, any, or a number from -60 to 0 LUFS",
                    at: "loudness")
            }
            target = .fixed(loudness)
        }
        return SessionExpectation.SpotLevel(
            target, within: tolerance ?? SessionExpectation.SpotLevel.defaultTolerance)
    }
}
