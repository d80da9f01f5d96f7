import MediaTime
import Platform

/// A sink that plays to an ALSA device, for machines without a sound server.
package final class ALSASink: AudioSink, @unchecked Sendable {
    // @unchecked Sendable: `renderer` and `thread` are set by `start`, before the thread begins.
    private let settings: ALSASettings
    private let requests = ALSARequests()
    private var renderer: SinkRenderer?
    private var thread: SinkThread?

    package init(_ settings: ALSASettings) {
        self.settings = settings
    }

    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        let renderer = SinkRenderer(mix: mix, report: report)
        self.renderer = renderer
        do throws(ThreadFailure) {
            thread = try SinkThread(named: "interlude-alsa") { [settings, requests] in
                var player = ALSAPlayer(settings: settings, requests: requests, renderer: renderer)
                player.run()
            }
        } catch {
            report(.failed(reason: error.description))
        }
    }

    package func requestSwitch() {
        requests.isSwitchRequested.store(true, ordering: .sequentiallyConsistent)
        requests.wake()
    }

    package func mixChanged() { requests.wake() }

    package var heardFrame: FrameTime { renderer?.heard ?? .zero }
    package var renderedFrame: FrameTime { renderer?.rendered ?? .zero }

    /// Cuts off what is not heard within `limit`, without an error.
    package func finish(within limit: Duration) throws {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        requests.finishDeadline.store(deadline.nanoseconds, ordering: .sequentiallyConsistent)
        requests.wake()
        guard let thread else { return }
        // The thread has been woken. Only a plug-in can keep it beyond its deadline.
        if !thread.join(within: limit + .seconds(1)) {
            throw SinkFailure("the ALSA device '\(settings.device)' did not let go within \(limit)")
        }
    }
}
