import CPulse
import Dispatch
import MediaTime
import Platform
import Synchronization

/// A sink that plays through PulseAudio, or through PipeWire in its place.
package final class PulseSink: AudioSink, @unchecked Sendable {
    // @unchecked Sendable: `renderer` and `thread` are set by `start`, before the thread begins.
    private let settings: PulseSettings
    private let requests = PulseRequests()
    private let loop = PulseMainLoop()
    private var renderer: SinkRenderer?
    private var thread: SinkThread?

    package init(_ settings: PulseSettings) {
        self.settings = settings
    }

    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        let renderer = SinkRenderer(mix: mix, report: report)
        self.renderer = renderer
        do throws(ThreadFailure) {
            thread = try SinkThread(named: "interlude-pulse") { [self] in
                var player = PulsePlayer(settings: settings, requests: requests, renderer: renderer)
                player.run(on: loop)
            }
        } catch {
            report(.failed(reason: error.description))
        }
    }

    package func requestSwitch() {
        requests.isSwitchRequested.store(true, ordering: .sequentiallyConsistent)
        loop.wake()
    }

    package func mixChanged() { loop.wake() }

    package func setStreamTitle(_ title: String) {
        requests.title.withLock { $0 = title }
        loop.wake()
    }

    /// How many times the sink's thread has been woken from sleep. Callable from any thread.
    package var wakeUpCount: Int { requests.wakeUpCount.load(ordering: .relaxed) }

    package var heardFrame: FrameTime { renderer?.heard ?? .zero }
    package var renderedFrame: FrameTime { renderer?.rendered ?? .zero }

    /// Cuts off what is not heard within `limit`, without an error.
    package func finish(within limit: Duration) throws {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        requests.finishDeadline.store(deadline.nanoseconds, ordering: .sequentiallyConsistent)
        loop.wake()
        guard let thread else { return }
        // The thread has been woken, and does not wait beyond its deadline.
        if !thread.join(within: limit + .seconds(1)) {
            throw SinkFailure("the sound server did not let go within \(limit)")
        }
    }
}

/// Requests of other threads to a ``PulsePlayer``.
final class PulseRequests: Sendable {
    let isSwitchRequested = Atomic<Bool>(false)
    /// When playing must end, in nanoseconds of ``MonotonicTime``; `Int64.max` if there is no
    /// deadline.
    let finishDeadline = Atomic<Int64>(Int64.max)
    /// A new title for the stream.
    let title = Mutex<String?>(nil)
    /// How many times the player's thread has been woken from sleep; the thread itself stores it.
    let wakeUpCount = Atomic<Int>(0)
}
