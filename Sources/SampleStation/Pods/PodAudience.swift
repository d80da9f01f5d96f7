import Hummingbird

/// Notes where in the stream with pods the listeners begin who say who they are.
struct PodAudience: MountAudience {
    let sessions: LiveSessions
    let timeline: FrameTimeline

    func listenerCame(with request: Request, from frame: Int) async {
        guard let session = QueryFields(request)["sid"] else { return }
        await sessions.listenerCame(to: session, firstSample: timeline.samples(before: frame))
    }

    /// Its session goes on: the player may come again.
    func listenerLeft() async {}
}
