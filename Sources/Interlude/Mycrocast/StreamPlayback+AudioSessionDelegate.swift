import AdPlayback
import Advertising
import AudioSinks

/// Passes the session's events to the observers and reports spots. Called on the session's thread.
extension StreamPlayback: AudioSessionDelegate, AdvertisementDelegate {
    func onAdvertisementAvailable() {
        for delegate in observers.advertisements.all { delegate.onAdvertisementAvailable() }
    }

    func onSessionStateUpdate(_ state: SessionState) {
        move(to: state)
    }

    func onAvailableDelayChanged(_ delay: Duration) {
        state.withLock { $0.availableDelay = delay }
        observers.tellSessions { $0.onAvailableDelayChanged(delay) }
    }

    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {
        guard advertisement.isOfAdServer, let answer = startAnswer else { return }
        let report = FinishReport(
            advertisementId: advertisement.serverID, streamerId: answer.streamerId,
            mountPoint: answer.mountPoint, finishStatus: status)
        link.reports.send(
            .finish(report) { [weak self] reply in
                self?.settle(reply, of: advertisement.serverID)
            })
    }

    func onAdvertisementClicked(_ advertisement: Advertisement) {
        guard advertisement.isOfAdServer, let answer = startAnswer else { return }
        link.reports.send(
            .click(
                ClickReport(
                    userId: link.userID, adId: advertisement.serverID,
                    mountPoint: answer.mountPoint,
                    application: "Interlude")))
    }

    func onAudioDataAvailable(_ audio: AudioPacket) {
        for delegate in observers.heardAudio { delegate.onAudioDataAvailable(audio) }
    }

    func onLevelMeasured(_ level: HeardLevel) {
        for delegate in observers.heardAudio { delegate.onLevelMeasured(level) }
    }

    func onSessionEnd(_ end: SessionEnd) {
        switch end {
        case .asked: break
        case .failed(let failure):
            let error = SessionError(.connection, failure.description)
            observers.tellSessions { $0.onSessionFailure(error) }
        }
    }

    private var startAnswer: StartListeningAnswer? {
        state.withLock { state in
            guard case .playing(_, let answer, _) = state.phase else { return nil }
            return answer
        }
    }

    private func settle(_ reply: FinishReport.Reply, of id: AdID) {
        state.withLock { state in
            guard case .playing(let audio, let answer, var inventory) = state.phase else { return }
            inventory.settle(reply, of: id)
            state.phase = .playing(audio, answer, inventory)
        }
    }
}

extension Advertisement {
    /// Whether the service knows the spot: spots of the page, as of an interstitial, have negative
    /// ids, which no ad server assigns.
    fileprivate var isOfAdServer: Bool { id >= 0 }
}
