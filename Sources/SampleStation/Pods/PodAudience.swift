import Hummingbird

/// Notes where in the stream with pods the listeners are who say of which session they are.
struct PodAudience: MountAudience {
    let sessions: PodSessions
    let timeline: FrameTimeline

    func listenerCame(with request: Request, from frame: Int) async {
        guard let session = session(of: request) else { return }
        await sessions.listenerCame(to: session, at: timeline.samples(before: frame))
    }

    func listenerLeft(with request: Request, before frame: Int) async {
        guard let session = session(of: request) else { return }
        await sessions.listenerLeft(session, at: timeline.samples(before: frame))
    }

    private func session(of request: Request) -> String? { QueryFields(request)["sid"] }
}
