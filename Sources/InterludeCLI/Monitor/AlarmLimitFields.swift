import MediaTime
import StationMonitoring
import YAMLReading

/// The limits of alarms in the file of `interlude monitor`.
enum AlarmLimitFields {
    private static let names = [
        "silence", "silence-level", "no-cue", "break-late", "break-without-end", "beacon-lost",
        "loudness-jump", "down", "drift",
    ]

    /// Reads the mapping `node`; what it does not name is as in `usual`.
    static func read(
        _ node: YAMLNode?, over usual: AlarmLimits = AlarmLimits(), in file: YAMLFile
    ) throws(CommandError) -> AlarmLimits {
        guard let node else { return usual }
        guard case .mapping(let entries) = node.value else {
            throw file.failure(
                "\"alarms\" has a limit per line, as in 'down: 15s'", line: node.line)
        }
        let fields = try YAMLFields(entries, of: names, in: file)
        var limits = usual
        limits.silence = try fields.limit("silence", usual.silence)
        limits.noCue = try fields.limit("no-cue", usual.noCue)
        limits.breakLate = try fields.limit("break-late", usual.breakLate)
        limits.breakWithoutEnd = try fields.limit("break-without-end", usual.breakWithoutEnd)
        limits.down = try fields.limit("down", usual.down)
        limits.drift = try fields.limit("drift", usual.drift)
        limits.beaconLost = try fields.countLimit("beacon-lost", usual.beaconLost)
        limits.loudnessJump = try fields.jumpLimit("loudness-jump", usual.loudnessJump)
        limits.silenceLevel = try fields.level("silence-level", usual.silenceLevel)
        return limits
    }
}

extension YAMLFields {
    private static let off = "off"

    /// A time that is longer than nothing, or `nil` for `off`.
    fileprivate func limit(
        _ name: String, _ usual: Duration?
    ) throws(CommandError) -> Duration? {
        guard let text = try text(name) else { return usual }
        if text == Self.off { return nil }
        guard let time = try time(name), time > .zero else {
            throw failure("\"\(name)\" is longer than nothing, or off", at: name)
        }
        return time.duration
    }

    fileprivate func countLimit(_ name: String, _ usual: Int?) throws(CommandError) -> Int? {
        guard let text = try text(name) else { return usual }
        if text == Self.off { return nil }
        guard let count = try count(name), (1...1000).contains(count) else {
            throw failure("\"\(name)\" is a number from 1 to 1000, or off", at: name)
        }
        return count
    }

    fileprivate func jumpLimit(_ name: String, _ usual: Double?) throws(CommandError) -> Double? {
        guard let text = try text(name) else { return usual }
        if text == Self.off { return nil }
        guard let jump = Self.number(text, unit: "LU", in: 1...60) else {
            throw failure("\"\(name)\" is a number from 1 to 60 LU, or off", at: name)
        }
        return jump
    }

    fileprivate func level(_ name: String, _ usual: Double) throws(CommandError) -> Double {
        guard let text = try text(name) else { return usual }
        guard let level = Self.number(text, unit: "LUFS", in: -70...(-10)) else {
            throw failure("\"\(name)\" is a number from -70 to -10 LUFS", at: name)
        }
        return level
    }
}
