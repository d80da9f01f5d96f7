import Platform

/// A sink that sends the mix to an Icecast server for its listeners, in real time.
///
/// While the server is gone, output time goes on, and its listeners miss what is played.
package final class IcecastSink: LoopedSink {
    let loop: RenderLoop
    private let sender: IcecastSender

    /// Connects to the server. Blocks for at most some seconds.
    ///
    /// Throws if the server cannot be reached or refuses the source, or if this machine lacks the
    /// libraries.
    package init(_ address: IcecastAddress) throws(SinkFailure) {
        sender = try IcecastSender(address)
        loop = RenderLoop(named: "interlude-cast", clock: .real(speed: 1), output: sender)
    }

    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        do {
            try sender.start(report)
        } catch {
            return report(.failed(reason: "\(error)"))
        }
        loop.start(rendering: mix, report: report)
    }

    package func setProgrammeTitle(_ title: String) { sender.show(title: title) }
}
