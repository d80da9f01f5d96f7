import AdPlayback
import Advertising
import MediaTime
import PlainText

/// One line of the event log: an event and its output frame.
///
/// It has no wall-clock time and no random id, so equal decisions give equal bytes.
public struct EventRecord: Hashable, Sendable {
    /// The name of the event, such as `slot.started`.
    public var event: String

    /// The output frame of the event.
    public var frame: Int64

    /// The other fields, in the order in which they are written after the ids.
    ///
    /// No text in them contains the password of an address, or is longer than ``textLimit``.
    public var fields: [JSONMember] {
        didSet { fields = fields.map { JSONMember($0.key, Self.shown($0.value)) } }
    }

    /// The length limit of a text in Unicode scalars, which is the limit of an address.
    public static let textLimit = 8192

    public init(
        _ event: String, at time: FrameTime, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        self.event = event
        frame = time.frames
        self.fields = fields.map { JSONMember($0.key, Self.shown($0.value)) }
    }

    /// The value of a field; `nil` without it.
    package subscript(key: String) -> JSONValue? { fields.first { $0.key == key }?.value }

    /// Whether it warns of a spot whose file is cut off.
    package var warnsOfCutSpot: Bool {
        event == "session.warning" && self["slot"] != nil && self["declared"] != nil
    }

    /// Adds a field.
    mutating func add(_ key: String, _ value: JSONValue) {
        fields.append(JSONMember(key, value))
    }

    private static func shown(_ value: JSONValue) -> JSONValue {
        value.mappingTexts { $0.hidingPasswords.shortened(to: textLimit) }
    }

    /// Output time in seconds.
    public var t: Double { FrameTime(frame).seconds }

    /// The keys of ids, which are written before all other fields.
    private static let ids: Set = ["break", "slot", "spot"]

    /// The JSON of the line: `event`, `t`, `frame`, the ids, and the other fields.
    public var json: JSONValue {
        .object(
            [
                JSONMember("event", .string(event)),
                JSONMember("t", .decimal(t)),
                JSONMember("frame", .integer(frame)),
            ]
                + fields.filter { Self.ids.contains($0.key) }
                + fields.filter { !Self.ids.contains($0.key) })
    }
}

extension EventRecord {
    /// The line for an event of an advertisement.
    init(_ event: AdEvent) {
        self.init(event.name, at: event.frame)
        if let id = event.breakID { add("break", .integer(Int64(id.rawValue))) }
        if let slot = event.slot { add("slot", .integer(Int64(slot.rawValue))) }
        if let spot = event.spot { add(spot) }
        if let bumper = event.bumper { add("bumper", .string(bumper.rawValue)) }
        addDetails(of: event.kind)
        if let spot = event.spot { addName(of: spot) }
    }

    /// The line for a spot that got no place in a break.
    init(
        _ name: String, at frame: FrameTime, withoutPlace spot: Advertisement, code: Int?,
        reason: String
    ) {
        self.init(name, at: frame)
        if let adID = spot.adID { add("adId", .string(adID.description)) }
        if let code { add("code", .integer(Int64(code))) }
        add("reason", .string(reason))
        addName(of: spot)
    }

    /// The warning of a spot whose file is cut off.
    init(
        cut player: AdvertisementPlayer, of breakID: BreakID?, frameCount: Int, declaredCount: Int,
        at frame: FrameTime
    ) {
        self.init("session.warning", at: frame)
        if let breakID { add("break", .integer(Int64(breakID.rawValue))) }
        add("slot", .integer(Int64(player.token.rawValue)))
        add(player.advertisement)
        if let bumper = player.bumper { add("bumper", .string(bumper.rawValue)) }
        let (present, declared) = (Duration.frames(frameCount), Duration.frames(declaredCount))
        let words =
            "\(player.advertisement.audioFileURL): the file is cut off: it has "
            + "\(present.tenths) of the \(declared.tenths) that it declares; replace it by a whole one"
        add("reason", .string(words))
        add("duration", .decimal(present.inSeconds))
        add("declared", .decimal(declared.inSeconds))
    }

    private mutating func addName(of spot: Advertisement) {
        add("title", .string(spot.title.printable(limit: Self.titleLimit)))
        add("url", .string(spot.audioFileURL))
    }

    /// The length limit of the title of a spot in Unicode scalars.
    private static let titleLimit = 500

    private mutating func add(_ spot: Advertisement) {
        add("spot", .integer(Int64(spot.id)))
        if let adID = spot.adID { add("adId", .string(adID.description)) }
    }

    private mutating func addDetails(of kind: AdEvent.Kind) {
        switch kind {
        case .breakAnnounced(let count, let missedCount):
            add("spots", .integer(Int64(count)))
            if missedCount > 0 { add("missed", .integer(Int64(missedCount))) }
        case .breakExtended(let count): add("spots", .integer(Int64(count)))
        case .breakDropped(let count, let reason):
            add("spots", .integer(Int64(count)))
            add("reason", .string(reason.rawValue))
        case .breakEnded(let tally): add(tally)
        case .breakCancelled(let tally, let reason):
            add(tally)
            add("reason", .string(reason.rawValue))
        case .slotLoaded(let frameCount, let loudness):
            add("frames", .integer(Int64(frameCount)))
            add("duration", .decimal(Duration.frames(frameCount).inSeconds))
            guard let loudness else { break }
            add("loudness", .decimal(loudness.integrated))
            add("truePeak", .decimal(loudness.truePeak))
        case .slotStarted(let decibels):
            if let decibels { add("gain", .decimal(decibels)) }
        case .slotFailed(let failure):
            add("code", .integer(Int64(failure.code)))
            add("reason", .string(failure.words.isEmpty ? failure.reason.rawValue : failure.words))
        case .slotNotUsed(let reason): add("reason", .string(reason.rawValue))
        case .slotSkipped(let reason): add("reason", .string(reason.rawValue))
        case .breakChanged, .breakEndedEarly, .breakResolving, .breakReady, .breakStarted,
            .slotLoading,
            .slotFirstAudible, .slotImpression, .slotFirstQuartile, .slotMidpoint, .slotProgress,
            .slotThirdQuartile, .slotSkippable,
            .slotPaused, .slotResumed, .slotCompleted:
            break
        }
    }

    mutating func add(_ tally: BreakTally) {
        add("played", .integer(Int64(tally.played)))
        add("skipped", .integer(Int64(tally.skipped)))
        add("failed", .integer(Int64(tally.failed)))
        add("credited", .integer(Int64(tally.credited)))
        add("notUsed", .integer(Int64(tally.notUsed)))
    }
}

extension EventRecord {
    /// The line for an event of true[X] pods.
    init(_ line: TruexLog, at frame: FrameTime) {
        self.init(line.name, at: frame)
        switch line {
        case .breakStarted(let pod): add("break", .string(pod))
        case .breakEnded(let pod, let tally):
            add("break", .string(pod))
            add(tally)
        case .renderer(let stop, let token, let event):
            add(stop, token)
            addDetails(of: event)
        case .slotCredited(let pod, let ad):
            add("break", .string(pod))
            add("ad", .integer(Int64(ad) + 1))
        case .skipped(_, let pod, let start, let end, let route):
            add("break", .string(pod))
            add("from", .decimal(start.seconds))
            add("to", .decimal(end.seconds))
            add("route", .string(route.rawValue))
        case .fillerStarted(let pod, let end):
            add("break", .string(pod))
            add("until", .decimal(end.seconds))
        case .timedOut(let stop, let token, let deadline):
            add(stop, token)
            add("deadline", .string(deadline.rawValue))
        case .snappedBack(let pod, let target):
            add("break", .string(pod))
            add("target", .decimal(target.seconds))
        }
    }

    private mutating func add(_ stop: TruexStop.ID, _ token: TruexToken) {
        add("break", .string(stop.pod))
        add("ad", .integer(Int64(stop.ad) + 1))
        add("renderer", .integer(Int64(token.rawValue)))
    }

    private mutating func addDetails(of event: TruexEvent) {
        switch event {
        case .adStarted(let campaign): add("campaign", .string(campaign))
        case .optIn(let campaign, let ad):
            add("campaign", .string(campaign))
            add("adId", .integer(Int64(ad)))
        case .optOut(let cause): add("by", .string(cause.rawValue))
        case .adCompleted(let seconds): add("timeSpent", .integer(Int64(seconds)))
        case .adError(let reason): add("reason", .string(reason))
        case .popupWebsite(let address): add("url", .string(address))
        case .video(let progress): add("progress", .string(progress.rawValue))
        case .fetchAdComplete, .adsAvailable, .adDisplayed, .userCancel, .skipCardShown, .adFreePod,
            .noAdsAvailable, .userCancelStream, .xtendedViewStarted, .overlayCompleted:
            break
        }
    }
}

extension Duration {
    /// To the nearest tenth of a second, as in `3.2 s`.
    fileprivate var tenths: String {
        let tenths = Int(saturating: (inSeconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
