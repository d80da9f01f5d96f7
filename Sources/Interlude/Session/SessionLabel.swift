import AdPlayback
import Advertising
import MediaTime

/// What the first line of an event log, `session.began`, says about the player.
///
/// A session without ``SessionConfiguration/label`` writes no such line.
public struct SessionLabel: Hashable, Sendable, Codable {
    /// The version of the player.
    public var version: String

    /// The kind of output: `pulse`, `alsa`, `null`, `wav`, `wav16`, `icecast`, `hls` or `custom`.
    public var sink: String

    /// `real` or `virtual`.
    public var clock: String

    /// When the session began, as in `2026-11-24T02:52:00Z`; `nil` in virtual time, so that equal
    /// sessions have equal logs.
    public var startTime: String?

    public init(version: String, sink: String, clock: String, startTime: String? = nil) {
        self.version = version
        self.sink = sink
        self.clock = clock
        self.startTime = startTime
    }
}

extension EventRecord {
    /// The first line of a log; `nil` for a session without a label.
    init?(beginning configuration: SessionConfiguration) {
        guard let label = configuration.label else { return nil }
        self.init(
            "session.began", at: .zero,
            [
                "version": .string(label.version), "source": .string(configuration.source),
                "startTime": JSONValue(label.startTime),
                "options": configuration.options(of: label),
            ])
        fields.removeAll { $0.value == .null }
    }
}

extension SessionConfiguration {
    /// The settings that decide what is heard, with times in seconds.
    fileprivate func options(of label: SessionLabel) -> JSONValue {
        .present([
            "sink": .string(label.sink), "clock": .string(label.clock),
            "break": .string(breakPolicy.rawValue), "resume": .string(resume.rawValue),
            "catchUp": JSONValue(catchUp?.rawValue),
            "matchLoudness": .string(loudness.name), "fade": .decimal(fade.inSeconds),
            "crossfade": JSONValue(crossfade?.inSeconds),
            "start": .decimal(start.inSeconds), "duration": JSONValue(duration?.inSeconds),
            "giveUp": JSONValue(giveUp?.inSeconds), "pushes": .integer(Int64(pushCount)),
            "cues": JSONValue(markers?.carriers.map(\.rawValue).joined(separator: ",")),
            "cueOffset": JSONValue(cueOffset?.inSeconds),
            "fill": markers.map { .integer(Int64($0.fill.count)) } ?? .null,
            "breakEvery": JSONValue(markers?.interval?.every.inSeconds),
            "breakLength": JSONValue(markers?.interval?.length.inSeconds),
            "breakDistance": JSONValue(markers?.interval?.distance.inSeconds),
            "breakCatchUp": markers?.interval?.catchesUp == false ? .bool(false) : .null,
            "breakLimit": JSONValue(breakLimit?.inSeconds),
            "earlyEnd": JSONValue(markers?.earlyEnd.unlessCut),
            "overrun": JSONValue(markers?.overrun.unlessCut),
            "adRules": JSONValue(markers?.adRules.words),
            "adTitles": adTitleCount.map { .integer(Int64($0)) } ?? .null,
            "stationPreroll": JSONValue(preroll?.rawValue),
            "nowPlaying": JSONValue(markers?.nowPlaying?.address),
            "nowPlayingOffset": JSONValue(markers?.nowPlaying?.offset.inSeconds),
            "nowPlayingEvery": JSONValue(markers?.nowPlaying?.every.inSeconds),
            "silence": JSONValue(markers?.silence?.role.rawValue),
            "silenceLevel": JSONValue(markers?.silence?.level),
            "silenceLength": JSONValue(markers?.silence?.length.inSeconds),
        ])
    }

    /// The longest marked break; `nil` if the default was not changed.
    private var breakLimit: Duration? {
        guard let longest = markers?.longest, longest != StreamMarkers.defaultLongest else {
            return nil
        }
        return longest
    }

    /// `nil` for none.
    private var cueOffset: Duration? {
        markers.map(\.cueOffset).flatMap { $0 == .zero ? nil : $0 }
    }

    /// `nil` if the default was not changed.
    private var preroll: StreamMarkers.Preroll? {
        markers.map(\.preroll).flatMap { $0 == .fill ? nil : $0 }
    }

    /// `nil` for none.
    private var adTitleCount: Int? {
        markers.map(\.adTitles.count).flatMap { $0 == 0 ? nil : $0 }
    }

    /// The number of pushes in the script.
    private var pushCount: Int {
        script.count { entry in
            switch entry.command {
            case .push, .pushAtLiveEdge, .pushInStream: true
            default: false
            }
        }
    }
}

extension BreakEndPolicy {
    /// The word of the policy; `nil` for the default.
    fileprivate var unlessCut: String? { self == .cut ? nil : rawValue }
}

extension LoudnessProfile {
    /// The name of the profile as an option has it.
    fileprivate var name: String {
        switch self {
        case .match: "match"
        case .tech1008: "tech1008"
        case .r128: "r128"
        case .fixed(let loudness): "fixed=\(JSONValue.decimal(loudness))"
        case .off: "off"
        }
    }
}

extension AdRules {
    /// What differs from the usual, for people; `nil` if nothing does.
    fileprivate var words: String? {
        let usual = AdRules()
        var words: [String] = []
        if lengths != usual.lengths {
            words.append("\(lengths.lowerBound.inSeconds)-\(lengths.upperBound.inSeconds) s long")
        }
        if let mostPerBreak { words.append("\(mostPerBreak) a break") }
        if let mostPerHour { words.append("\(mostPerHour) an hour") }
        if interval > .zero { words.append("\(interval.inSeconds) s apart") }
        if freeStart > .zero { words.append("none for \(freeStart.inSeconds) s") }
        if !blockedCategories.isEmpty {
            words.append("not \(blockedCategories.joined(separator: " "))")
        }
        if separatesCategories { words.append("one of a category in a break") }
        if skippableAds == .refused { words.append("none that can be skipped") }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
