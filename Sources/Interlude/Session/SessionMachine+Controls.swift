import AdPlayback

extension SessionMachine {
    /// What a listener may ask for at this moment.
    var controls: ListenerControls {
        var controls = ListenerControls()
        guard state.isActive else { return controls }
        controls.resume = isPaused
        controls.skip = breaks.manager.canSkip(in: plan.layout)
        guard !breaks.manager.holdsFocus(in: breakContext), transport.hold == nil else {
            return controls
        }
        controls.pause = transport.lifecycle.canPause && !isPaused
        guard let current = transport.current, !isChangingSource, truex.controls == .free else {
            return controls
        }
        controls.seek = current.source.facts?.kind != .pipe
        controls.delay = current.isLive && transport.live.frame != nil
        controls.live = controls.delay && (shiftFrameCount > 0 || isPaused)
        return controls
    }
}
