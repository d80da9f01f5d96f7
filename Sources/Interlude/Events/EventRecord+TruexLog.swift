import AdPlayback
import MediaTime

extension EventRecord {
    /// The line of the event log for what true[X] does with a stream's pods.
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
            add("ad", .integer(Int64(ad)))
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
        add("ad", .integer(Int64(stop.ad)))
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
