import AdPlayback
import MediaTime

/// What is said once it was heard.
extension SessionMachine {
    /// Takes note that everything before output frame `frame` was heard.
    ///
    /// Goes from mark to mark, so that it makes no difference how often a sink reports.
    mutating func advance(to frame: FrameTime, liveEdge: FrameTime?) {
        if let liveEdge { noteLiveEdge(liveEdge, at: frame) }
        catchUp()
        // No mark is left at `.distantFuture`, which a recording may name as heard.
        while case let mark = nextMark, mark <= frame, mark < .distantFuture,
            transport.ending != .over
        {
            heard = max(heard, mark)
            passMark()
        }
        guard transport.ending != .over else { return }
        heard = max(heard, frame)
        tell(.heard(heard))
        sayDiscontinuities()
        deliverDelayed()
        endFirstSpotWait()
        catchUpAfterRebuffering()
        attendToTruex()
    }

    private mutating func passMark() {
        tell(.heard(heard))
        while let entry = popDueMarker() { say(entry) }
        sayDiscontinuities()
        deliverDelayed()
        endFirstSpotWait()
        attendToTruex()
        runScript(through: heard)
        finishIfHeard()
    }

    /// Takes the next marker that is due out of all plans.
    private mutating func popDueMarker() -> HeardMarkers.Entry? {
        var due: HeardMarkers.Entry?
        ledger.change { due = $0.markers.popDue(heard: heard) }
        return due
    }

    private mutating func say(_ entry: HeardMarkers.Entry) {
        switch entry.marker {
        case .plays(let streamFrame):
            if transport.current?.isLive == true, transport.live.initialLag == nil {
                transport.live.initialLag = lag(at: entry.frame)
            }
            sayItPlays("session.playing", from: streamFrame, at: entry.frame)
        case .leaves(let start, let streamFrame):
            log(
                "stream.\(start.rawValue)", at: entry.frame,
                ["by": "break", "streamFrame": .integer(streamFrame.frames)])
            transport.current?.told.isAway = true
            if start == .muted { catchUpUnheard() }
        case .returns(let streamFrame):
            transport.current?.told.isAway = false
            transport.current?.told.isComingBack = false
            log("stream.resumed", at: entry.frame, place(streamFrame, at: entry.frame))
            write(latencies.streamReturned(at: entry.frame, lag: lag(at: entry.frame)))
        case .pauses:
            transport.current?.told.plays = false
            move(.pauseHeard)
            log("session.paused", at: entry.frame)
        case .shifts(let streamFrame):
            // One that was paused or ran dry before it got there plays again.
            let toldToPlay = transport.current?.told.plays == true
            sayItPlays(
                toldToPlay ? "stream.shifted" : "session.playing", from: streamFrame,
                at: entry.frame)
        case .muteMusicRunsOut:
            wantSwitch()
        }
    }

    private mutating func sayItPlays(
        _ name: String, from streamFrame: FrameTime, at frame: FrameTime
    ) {
        transport.current?.told.plays = true
        transport.current?.told.isShifted = false
        move(.bufferFilled)
        transport.rebufferLag.end(at: frame)
        log(name, at: frame, place(streamFrame, at: frame))
        let records = latencies.streamReturned(at: frame, lag: lag(at: frame))
        // One that ran dry in a break, and was not there at its end, is back only now.
        if transport.current?.told.isAway == true, !records.isEmpty {
            transport.current?.told.isAway = false
            log("stream.resumed", at: frame, place(streamFrame, at: frame))
        }
        write(records)
    }

    /// Where in the stream the listener is, as log lines have it.
    func place(
        _ streamFrame: FrameTime, at frame: FrameTime
    ) -> KeyValuePairs<String, JSONValue> {
        [
            "streamFrame": .integer(streamFrame.frames),
            "behindLive": .decimal(lag(at: frame).map { Duration.frames($0).inSeconds } ?? 0),
        ]
    }

    mutating func noteLiveEdge(_ edge: FrameTime, at time: FrameTime) {
        let before = availableDelay
        transport.live.frame = edge
        transport.live.time = time
        let after = availableDelay
        if after != before { effects.append(.availableDelayChanged(after)) }
    }

    /// Delivers what a listener who is behind live has come to.
    private mutating func deliverDelayed() {
        guard !breaks.delayed.isEmpty, let listener = streamFrame(at: heard),
            let edge = transport.live.frame
        else { return }
        let passed = breaks.delayed.advance(listener: listener, liveEdge: edge)
        for event in passed.reached { receive(event) }
        for event in passed.expired {
            switch event {
            case .advertisements(let spots): drop(spots, .expired)
            // What the streamer did holds for all of the stream that comes after it.
            case .streamerMuted, .streamerUnmuted: receive(event)
            }
        }
    }
}
