import Synchronization

/// What a sink has counted since it began.
package struct SinkFigures: Hashable, Sendable {
    /// How often its thread was woken from sleep.
    package var wakeUpCount: Int
    /// How many changes of sound came when the device had begun to read what they replace.
    package var lateChangeCount: Int
}

/// Figures that the sink's thread writes and any other reads.
final class SinkCounters: Sendable {
    let wakeUps = Atomic<Int>(0)
    let lateChanges = Atomic<Int>(0)

    var figures: SinkFigures {
        SinkFigures(
            wakeUpCount: wakeUps.load(ordering: .relaxed),
            lateChangeCount: lateChanges.load(ordering: .relaxed))
    }
}
