import Dispatch

/// Something that is done again and again, on some thread, until this is let go of.
final class Ticking {
    private let timer: any DispatchSourceTimer

    /// `body` must not wait.
    init(every seconds: Double, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler(handler: body)
        timer.schedule(deadline: .now() + seconds, repeating: seconds)
        timer.resume()
    }

    deinit {
        timer.cancel()
    }
}
