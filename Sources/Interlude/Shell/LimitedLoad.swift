import AdPlayback
import Advertising
import Dispatch
import MediaTime

/// A load beside the breaks, with a time limit if its input may wait without end.
///
/// No slow machine may change what is heard in virtual time: a file on disk has no limit.
struct LimitedLoad {
    private let load: any SpotLoad
    /// `nil` without a limit.
    private let timer: (any DispatchSourceTimer)?

    /// The limit of a load whose own limit, which knows more about the fault, has not ended it.
    static let limit = SpotDeadlines().load + .seconds(1)

    /// Loads `spot` from `supply`. `report` is called for what the load reports, and for its failure
    /// at `limit`. The load may still report its own end after that.
    init(
        of spot: Advertisement, from supply: any SpotSupply,
        limit: Duration = LimitedLoad.limit, report: @escaping @Sendable (SpotEvent) -> Void
    ) {
        let load = supply.load(spot, deadlines: SpotDeadlines(), report: report)
        self.load = load
        guard load.mayHang else {
            timer = nil
            return
        }
        let words =
            "\(spot.audioFileURL): it takes too long to load; check what writes or serves it"
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler {
            load.cancel()
            report(.failed(SpotFailure(.loadTimeout, words)))
        }
        timer.schedule(deadline: .now() + limit.inSeconds)
        timer.activate()
        self.timer = timer
    }

    /// Ends the time limit: the load has ended.
    func disarm() { timer?.cancel() }

    func cancel() {
        timer?.cancel()
        load.cancel()
    }
}
