import AdDisplay

/// Checks the rules of a feed after each step.
struct FeedInvariantChecker {
    /// The logged history of an ad.
    private struct Record {
        var isShown = false
        var isStarted = false
        var impressions = 0
    }

    private var records: [String: Record] = [:]
    private var seenReleases = 0

    /// The first broken rule; `nil` if there is none.
    mutating func complaint(about stage: FeedStage) -> String? {
        for line in stage.log {
            if let complaint = take(line) { return "\(complaint): \(line)" }
        }
        return complaintAboutRows(stage) ?? complaintAboutPlaying(stage)
            ?? complaintAboutRequests(stage) ?? complaintAboutChanges(stage)
    }

    /// Checks that an ad is shown and hidden, and started and stopped, in turn, and counts one
    /// impression.
    private mutating func take(_ line: String) -> String? {
        let words = line.split(separator: " ")
        let ad = String(words[1])
        var record = records[ad, default: Record()]
        defer { records[ad] = record }
        switch words[0].prefix(while: { $0 != ":" }) {
        case "shown":
            if record.isShown { return "shown twice" }
            record.isShown = true
        case "hidden":
            if !record.isShown { return "hidden unseen" }
            record.isShown = false
        case "started":
            if record.isStarted { return "started twice" }
            if records.values.contains(where: \.isStarted) { return "two started" }
            record.isStarted = true
        case "stopped":
            if !record.isStarted { return "stopped unstarted" }
            record.isStarted = false
        case "impression":
            record.impressions += 1
            if record.impressions > 1 { return "impressed twice" }
        case "removed":
            if record.isShown || record.isStarted { return "removed in the middle" }
        default:
            if ad == "stale" { return "a stale answer was taken" }
        }
        return nil
    }

    private func complaintAboutRows(_ stage: FeedStage) -> String? {
        if !stage.agrees { return "host and helper disagree" }
        if stage.helper.adPaths.contains(where: { $0.row == 0 }) { return "an ad on top" }
        let handles = stage.helper.loadedAds.map(\.id)
        return Set(handles).count == handles.count ? nil : "one ad in two rows"
    }

    private func complaintAboutPlaying(_ stage: FeedStage) -> String? {
        let ads = stage.helper.loadedAds
        let playing = ads.filter { $0.playback != .stopped }
        if playing.count > 1 { return "two ads play" }
        if !stage.helper.isActiveSection && !playing.isEmpty { return "an unseen feed plays" }
        for ad in ads where records[ad.ad.id]?.isStarted ?? false != (ad.playback != .stopped) {
            return "the log says otherwise"
        }
        // Audio that was requested and does not play must have been released.
        let released = Set(stage.driver.released)
        let held = stage.driver.plays.filter { !released.contains($0.ticket) }
        return held.count > playing.count ? "audio without an ad" : nil
    }

    private func complaintAboutRequests(_ stage: FeedStage) -> String? {
        let open = stage.driver.open.map(\.placement)
        if Set(open).count < open.count { return "two requests of one placement" }
        let timers = Set(stage.driver.timers.keys)
        return timers == Set(stage.driver.open.map(\.id)) ? nil : "timers without requests"
    }

    /// Checks that no row appears where the listener looks, or above.
    private func complaintAboutChanges(_ stage: FeedStage) -> String? {
        for case .inserted(_, let path) in stage.feed.takeChanges() {
            if let last = stage.feed.visiblePaths?.upperBound, path <= last,
                stage.helper.machine.layout.contains(last)
            {
                return "a row at \(path), in view"
            }
        }
        return nil
    }
}
