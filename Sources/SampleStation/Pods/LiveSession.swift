/// A listener of the live stream with pods, who asks where they are.
///
/// Samples are numbered as the stream's are.
package struct LiveSession: Hashable, Sendable {
    /// The sample at which the listener's time is 0; nil until the listener has come.
    package private(set) var firstSample: Int?

    /// The sample before which the last connection ended; nil while there is one.
    private var end: Int?

    package init() {}

    /// The listener has connected, and gets the stream from `sample` on.
    ///
    /// One who comes again goes on in the same time if that reaches back to what was sent before,
    /// because a player can join the two then; else its time begins anew.
    package mutating func listenerCame(at sample: Int) {
        if firstSample == nil || sample > end ?? sample { firstSample = sample }
        end = nil
    }

    /// The listener's connection is over; all before `sample` was sent.
    package mutating func listenerLeft(at sample: Int) {
        end = sample
    }
}
