import Advertising

/// Gives ads in feeds the audio focus, unless other audio has priority.
public protocol FeedAudio: Sendable {
    /// Plays the ad's spot from its beginning, unless other audio has priority.
    ///
    /// The stream has ``FeedAudioEvent/refused``, or ``FeedAudioEvent/granted`` followed by
    /// ``FeedAudioEvent/lost`` or ``FeedAudioEvent/ended``, and then ends. A caller that stops
    /// reading earlier stops the spot.
    func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioEvent>
}

/// An event of the audio of an ad in a feed.
public enum FeedAudioEvent: Hashable, Sendable {
    /// The spot is heard from now on.
    case granted
    /// Other audio has priority, such as a break of the stream.
    case refused
    /// Other audio has replaced the spot.
    case lost
    /// The spot was heard to its end.
    case ended
}

/// Drives a ``StreamAdHelper`` with tasks, each of which waits for one thing and posts an answer.
///
/// Used on the executor of its helper.
public final class FeedTasks: FeedDriver {
    private let source: any FeedAdSource
    private let audio: (any FeedAudio)?
    private let clock: any Clock<Duration>
    private let post: @Sendable (FeedAnswer) -> Void
    private var loads: [FeedAdRequest.ID: Task<Void, Never>] = [:]
    private var timers: [FeedAdRequest.ID: Task<Void, Never>] = [:]
    private var plays: [FeedTicket: Task<Void, Never>] = [:]

    /// `post` is called on any thread; it passes the answers to the helper on the helper's
    /// executor, in order. Without `audio`, no ad is heard.
    public init(
        source: any FeedAdSource, audio: (any FeedAudio)?,
        clock: any Clock<Duration> = ContinuousClock(),
        post: @escaping @Sendable (FeedAnswer) -> Void
    ) {
        self.source = source
        self.audio = audio
        self.clock = clock
        self.post = post
    }

    deinit {
        for task in loads.values { task.cancel() }
        for task in timers.values { task.cancel() }
        for task in plays.values { task.cancel() }
    }

    public func readyAd(for request: FeedAdRequest) -> FeedAd? {
        source.readyAd(for: request)
    }

    public func load(_ request: FeedAdRequest) {
        loads[request.id] = Task { [source, post] in
            do throws(FeedAdFailure) {
                post(.loaded(request.id, try await source.ad(for: request)))
            } catch {
                post(.failed(request.id, error))
            }
        }
    }

    public func cancel(_ id: FeedAdRequest.ID) {
        loads.removeValue(forKey: id)?.cancel()
        timers.removeValue(forKey: id)?.cancel()
    }

    public func armTimer(for id: FeedAdRequest.ID, after timeout: Duration) {
        timers[id] = Task { [clock, post] in
            do { try await clock.sleep(for: timeout) } catch { return }
            post(.failed(id, .timeout))
        }
    }

    public func disarmTimer(for id: FeedAdRequest.ID) {
        timers.removeValue(forKey: id)?.cancel()
        loads[id] = nil
    }

    public func enqueueTurn(_ ticket: FeedTicket) {
        post(.turn(ticket))
    }

    public func requestAudio(_ ticket: FeedTicket, for advertisement: Advertisement) {
        guard let audio else { return post(.audio(ticket, .refused)) }
        plays[ticket] = Task { [post] in
            for await event in audio.play(advertisement) { post(.audio(ticket, event)) }
        }
    }

    public func releaseAudio(_ ticket: FeedTicket) {
        plays.removeValue(forKey: ticket)?.cancel()
    }
}
