extension AdEvent {
    /// The event's name in the event log.
    package var name: String {
        switch kind {
        case .breakAnnounced: "break.announced"
        case .breakResolving: "break.resolving"
        case .breakReady: "break.ready"
        case .breakStarted: "break.started"
        case .breakExtended: "break.extended"
        case .breakEnded: "break.ended"
        case .breakCancelled: "break.cancelled"
        case .breakDropped: "break.dropped"
        case .slotLoading: "slot.loading"
        case .slotLoaded: "slot.loaded"
        case .slotStarted: "slot.started"
        case .slotFirstAudible: "slot.firstAudible"
        case .slotFirstQuartile: "slot.firstQuartile"
        case .slotMidpoint: "slot.midpoint"
        case .slotThirdQuartile: "slot.thirdQuartile"
        case .slotPaused: "slot.paused"
        case .slotResumed: "slot.resumed"
        case .slotCompleted: "slot.completed"
        case .slotSkipped: "slot.skipped"
        case .slotFailed: "slot.failed"
        case .slotNotUsed: "slot.notUsed"
        }
    }
}
