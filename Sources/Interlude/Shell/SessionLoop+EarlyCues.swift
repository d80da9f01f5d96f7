import AdCues
import MediaTime

/// Makes virtual time independent of how fast a recording arrives that marks breaks.
///
/// The network thread reads ahead of the listener as far as the computer allows. Virtual time
/// advances only once everything up to ``EarlyCues/notice`` beyond it was received, and so every cue
/// is known that the listener is to know by then.
extension SessionLoop {
    /// Virtual time advances at most to the next multiple of this.
    private static let step: Int64 = 10 * Int64(FrameTime.rate)

    /// The current stream if it arrives as fast as it is consumed, and plays.
    private var demandedStream: (any OpenStream)? {
        guard parts.clock == .virtual, let stream = currentStream, stream.arrivesOnDemand else {
            return nil
        }
        return stream
    }

    private var place: FrameTime? {
        machine.transport.listenerPlace(at: machine.heard, in: machine.view)
    }

    /// Keeps a cue that the session is not to know yet. Returns whether `event` is one.
    func keepsEarly(_ event: SessionEvent) -> Bool {
        guard case .source(let generation, .cue(let cue)) = event, parts.clock == .virtual,
            streams[generation]?.arrivesOnDemand == true
        else { return false }
        earlyCues.keep(cue, of: generation)
        return true
    }

    /// Removes and returns the next cue that the listener is to know now.
    func takeDueCue() -> SessionEvent? {
        guard demandedStream != nil, let place,
            let (generation, cue) = earlyCues.takeNext(at: place)
        else { return nil }
        return .source(generation: generation, .cue(cue))
    }

    /// The live edge of a stream that arrives as fast as it is consumed, as the listener is to know
    /// it at output frame `frame`; `nil` for another stream.
    func demandedEdge(at frame: FrameTime) -> FrameTime? {
        guard demandedStream != nil else { return nil }
        let place = machine.transport.listenerPlace(at: frame, in: machine.view)
        return place.map { $0 + EarlyCues.notice }
    }

    /// The output frame up to which virtual time may advance, at most `end`; `nil` if the current
    /// stream does not matter. Requests a message when more of the stream arrives.
    func timeAllowedByDemand(until end: FrameTime) -> FrameTime? {
        guard let stream = demandedStream, let place else { return nil }
        let now = machine.heard
        var next = min(end, FrameTime((now.frames / Self.step + 1) * Self.step))
        if let cuePlace = earlyCues.nextPlace, cuePlace > place {
            next = min(next, now + (cuePlace - place))
        }
        let needed = place + (next - now) + EarlyCues.notice
        guard stream.isReceived(before: needed) else {
            // Any message makes the loop try again.
            stream.notify(whenReceived: needed) { [mailbox] in mailbox.send(.perform { _ in }) }
            return now
        }
        // A cue that was received before may wait to be taken.
        return mailbox.isEmpty ? next : now
    }
}
