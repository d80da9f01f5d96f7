import Hummingbird

/// Counts the listeners of a mount in the catalogue.
struct CountedAudience: MountAudience {
    let backEnd: AdServer
    let codec: LiveCodec

    func listenerCame(with request: Request, from frame: Int) async {
        await backEnd.listenerCame(to: codec)
    }

    func listenerLeft(with request: Request, before frame: Int) async {
        await backEnd.listenerLeft(codec)
    }
}
