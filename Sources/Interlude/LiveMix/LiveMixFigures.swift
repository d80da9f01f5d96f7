/// How much was done for those who listen to a session's live mix.
package struct LiveMixFigures: Hashable, Sendable {
    /// How many listen now.
    package var listenerCount = 0
    /// How many were dropped because they took less than they were sent.
    package var droppedListenerCount = 0
    package var startedEncoderCount = 0
    package var endedEncoderCount = 0
    /// Packets that were encoded, however many listeners got them.
    package var packetCount = 0
}
