import Hummingbird

/// Who wants to know of the listeners of a live mount.
protocol MountAudience: Sendable {
    /// A listener has come, and gets the stream from a frame on. Nothing was sent yet.
    func listenerCame(with request: Request, from frame: Int) async

    /// The listener's connection is over; no more than the frames before `frame` were sent.
    func listenerLeft(with request: Request, before frame: Int) async
}
