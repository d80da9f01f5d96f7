import AdPlayback

extension SessionMachine {
    /// What a listener may ask for at this moment.
    var controls: ListenerControls {
        var controls = ListenerControls()
        guard state.isActive else { return controls }
        controls.resume = isPaused
        controls.skip = ads.canSkip(in: plan.layout)
        guard !ads.holdsFocus(in: breakContext), hold == nil else { return controls }
        controls.pause = lifecycle.canPause && !isPaused
        guard let current = deck.current, !isChangingSource, truex.controls == .free else {
            return controls
        }
        controls.seek = current.source.facts?.kind != .pipe
        controls.delay = current.isLive && deck.liveEdge != nil
        controls.live = controls.delay && (shiftFrameCount > 0 || isPaused)
        return controls
    }
}
