import AdPlayback
import MediaTime

/// Reports the events of the stream when they are heard.
extension Transport {
    mutating func say(
        _ entry: HeardMarkers.Entry, in view: PlanView, _ log: inout HeardLog,
        _ outbox: inout SessionOutbox
    ) {
        switch entry.marker {
        case .plays(let streamFrame):
            if current?.isLive == true, live.initialLag == nil {
                live.initialLag = lag(at: entry.frame, in: view)
            }
            sayItPlays("session.playing", streamFrame, at: entry.frame, in: view, &log, &outbox)
        case .leaves(let start, let streamFrame):
            outbox.log(
                "stream.\(start.rawValue)", at: entry.frame,
                ["by": "break", "streamFrame": .integer(streamFrame.frames)])
            current?.told.isAway = true
            if start == .muted { catchUpUnheard(in: view, &outbox) }
        case .returns(let streamFrame):
            current?.told.isAway = false
            current?.told.isComingBack = false
            outbox.log(
                "stream.resumed", at: entry.frame, fields(streamFrame, at: entry.frame, in: view))
            let lag = lag(at: entry.frame, in: view)
            outbox.write(log.streamReturned(at: entry.frame, lag: lag))
            noteComeBack(at: entry.frame, in: view)
        case .pauses:
            current?.told.plays = false
            move(.pauseHeard, in: view, &outbox)
            outbox.log("session.paused", at: entry.frame)
        case .shifts(let streamFrame):
            // A stream that paused or ran dry before its new place was heard plays again.
            let name = current?.told.plays == true ? "stream.shifted" : "session.playing"
            sayItPlays(name, streamFrame, at: entry.frame, in: view, &log, &outbox)
        case .muteMusicRunsOut:
            outbox.wantSwitch()
        }
    }

    private mutating func sayItPlays(
        _ name: String, _ streamFrame: FrameTime, at frame: FrameTime, in view: PlanView,
        _ log: inout HeardLog, _ outbox: inout SessionOutbox
    ) {
        current?.told.plays = true
        current?.told.since = frame
        current?.told.isShifted = false
        noteItPlays(at: frame)
        move(.bufferFilled, in: view, &outbox)
        let wasDry = rebuffering.lag.end(at: frame)
        noteComeBack(at: frame, afterUnderrun: wasDry, in: view)
        outbox.log(name, at: frame, fields(streamFrame, at: frame, in: view))
        let records = log.streamReturned(at: frame, lag: lag(at: frame, in: view))
        // A stream that ran dry in a break, and was missing at the break's end, returns only now.
        if current?.told.isAway == true, !records.isEmpty {
            current?.told.isAway = false
            outbox.log("stream.resumed", at: frame, fields(streamFrame, at: frame, in: view))
        }
        outbox.write(records)
    }

    /// Logs the present state once more, after the session has returned to it. A state that is not
    /// heard yet is logged when it is heard.
    func sayAgain(in view: PlanView, _ outbox: inout SessionOutbox) {
        switch state {
        case .playing, .pausing:
            guard current?.told.plays == true,
                let position = streamFrame(at: view.heard, in: view)
            else { return }
            outbox.log(
                "session.playing", at: view.heard, fields(position, at: view.heard, in: view))
        case .paused: outbox.log("session.paused", at: view.heard)
        case .idle, .connecting, .reconnecting, .buffering, .stopping, .lost, .failed, .stopped:
            break
        }
    }
}
