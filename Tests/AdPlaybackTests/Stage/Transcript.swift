import AdPlayback
import Advertising
import MediaTime

extension AdPlayManager.Event {
    /// The event in a few words, for scenarios that are compared as text.
    var text: String {
        switch self {
        case .advertisementsAvailable(let pushed):
            "push \(pushed.map { String($0.id) }.joined(separator: " "))"
        case .spotConnected(let token): "connected \(token.rawValue)"
        case .spotLoaded(let token, let frameCount, _, _):
            "loaded \(token.rawValue): \(frameCount) frames"
        case .spotFailed(let token, let failure): "failed \(token.rawValue): \(failure.reason)"
        case .watchdog(let token, let phase): "watchdog \(token.rawValue) \(phase)"
        case .breakMarked(let window, let spots):
            "marked \(window.text) \(spots.map { String($0.id) }.joined(separator: " "))"
        case .breakMoved(let window): "moved \(window.text)"
        case .breakOver(let number, let ending): "break \(number) over: \(ending)"
        case .switchable(let time): "switchable \(time.frames)"
        case .heard(let time): "heard \(time.frames)"
        case .stop(let reason): "stop \(reason)"
        case .volumeChanged(let volume): "volume \(volume)"
        case .adVolumeChanged(let volume): "ad volume \(volume)"
        case .bannerClicked(let id): "click \(id)"
        case .bannerShown(let id): "see \(id)"
        case .ignoreSpot(let id): "ignore \(id)"
        case .skipSpot(let id): "skip \(id)"
        case .programmeMeasured(let loudness): "programme \(loudness.map { "\($0)" } ?? "unknown")"
        case .streamOpened, .streamerMuted, .streamerUnmuted, .ignoreReceivedAdvertisements,
            .getAdvertisement, .outputChanged, .skip, .skipBreak,
            .pauseRequested, .suspendSpots, .resumeSpots, .creditSpots, .programmeLeft:
            "\(self)"
        }
    }
}

extension AdPlayManager.Effect {
    /// The effect in a few words.
    var text: String {
        switch self {
        case .load(let token, _, _): "load \(token.rawValue)"
        case .cancelLoad(let token): "cancel \(token.rawValue)"
        case .release(let token): "release \(token.rawValue)"
        case .armWatchdog(let token, let phase, let wait):
            "arm \(token.rawValue) \(phase) \(wait)"
        case .disarmWatchdog(let token, let phase): "disarm \(token.rawValue) \(phase)"
        case .lay(let layout): layout.text
        case .focusChanged(let focus): "focus \(focus.userVolume) \(focus.streamer)"
        case .showBanner(let advertisement): "banner \(advertisement.id)"
        case .handOut(let advertisement):
            "hand out \(advertisement.map { String($0.id) } ?? "nothing")"
        case .report(let token, let advertisement, let status):
            "report \(token.rawValue) ad \(advertisement.id) \(status.rawValue)"
        case .clickReport(let advertisement): "click \(advertisement.id)"
        case .viewReport(let advertisement): "see \(advertisement.id)"
        case .log(let event): event.text
        case .refuse(let refusal): "refuse \(refusal)"
        case .adPlayStarted, .adPlayFinished, .removeBanner, .availableToObservers,
            .pauseAllowed:
            "\(self)"
        }
    }
}

extension BreakLayout {
    var text: String {
        let away = breakRange.flatMap { $0.end < validFrom ? nil : $0.text } ?? "never"
        let begin = "lay from \(validFrom.frames), away \(away):"
        return spotText.isEmpty ? begin : "\(begin) \(spotText)"
    }

    var spotText: String {
        // Ended spots still have to be reported, and laid out ones do not.
        spots.filter { $0.range.end > validFrom }.map(\.text).joined(separator: " ")
    }
}

extension PlacedSpot {
    var text: String {
        let fade = fadeStart.map { " fading from \($0.frames)" } ?? ""
        return "\(token.rawValue)@\(range.text)\(fade)"
    }
}

extension BreakWindow {
    fileprivate var text: String { "\(number) at \(begin.frames)..<\(end.frames)" }
}

extension FrameRange {
    fileprivate var text: String { "\(start.frames)..<\(end.frames)" }
}

extension AdEvent {
    var text: String {
        let slot = slot.map { " slot \($0.rawValue)" } ?? ""
        let place = bumper.map { " (\($0))" } ?? ""
        let words = "log \(frame.frames) \(name)\(slot)\(place)"
        return switch kind {
        case .breakAnnounced(let count, let missedCount): words + " \(count) missed \(missedCount)"
        case .breakExtended(let count): words + " \(count)"
        case .breakDropped(let count, let reason): words + " \(count) \(reason)"
        case .breakEnded(let tally): words + tally.text
        case .breakCancelled(let tally, let reason): words + tally.text + " \(reason)"
        case .slotProgress(let offset): words + " \(offset)"
        case .slotFailed(let failure): words + " \(failure.code) \(failure.reason)"
        case .slotNotUsed(let reason): words + " \(reason)"
        case .slotSkipped(let reason): words + " \(reason)"
        case .breakResolving, .breakReady, .breakStarted, .breakChanged, .breakEndedEarly,
            .slotLoading, .slotLoaded, .slotStarted, .slotFirstAudible, .slotImpression,
            .slotFirstQuartile, .slotMidpoint, .slotThirdQuartile, .slotSkippable, .slotPaused,
            .slotResumed, .slotCompleted:
            words
        }
    }
}

extension BreakTally {
    fileprivate var text: String {
        " played \(played) skipped \(skipped) failed \(failed) notUsed \(notUsed)"
    }
}
