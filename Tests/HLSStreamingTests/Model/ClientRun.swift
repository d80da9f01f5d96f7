import HLSPlaylists
import HLSStreaming
import MediaTime

/// A client with a station and a network, in virtual time.
struct ClientRun {
    /// What a server answers to a load.
    enum Answer {
        /// What the station says at a time; loads that wait get the present state.
        case state(at: Duration)
        case fail(LoadFailure)
    }

    struct Delivery: Hashable {
        var request: MediaRequest
        var time: Duration
    }

    var station: ModelStation
    private(set) var client: HLSClient
    private(set) var now = Duration.zero
    private var queue: [(time: Duration, event: HLSClient.Event)] = []
    private var wake: Duration?
    private var lastRequest: MediaRequest?

    var roundTrip = Duration.milliseconds(20)
    /// Whether the server answers at once, whatever it is asked to wait for.
    var ignoresWait = false
    /// Bits per second of the network, and of each playlist.
    var networkRate = 10_000_000.0
    var rates = [128_000.0]
    /// Decides about each load of a playlist.
    var onPlaylist: (PlaylistRequest, Duration) -> Answer = { _, now in .state(at: now) }
    /// Decides about each load of media; `nil` for success.
    var onMedia: (MediaRequest, Duration) -> LoadFailure? = { _, _ in nil }

    private(set) var deliveries: [Delivery] = []
    private(set) var requests: [(request: PlaylistRequest, time: Duration)] = []
    private(set) var others: [(effect: HLSClient.Effect, time: Duration)] = []
    private(set) var effectCount = 0
    private(set) var problems: [String] = []
    /// Whether ``journal`` is written.
    var keepsJournal = false
    private(set) var journal: [String] = []
    private var loadingPlaylists: Set<Int> = []
    private var isLoadingMedia = false

    init(
        _ station: ModelStation, _ playlist: HLSPlaylist? = nil,
        givingUpAfter limit: Duration? = .seconds(60), loading pacing: LoadPacing = .inRealTime
    ) throws {
        self.station = station
        client = try HLSClient(
            try playlist ?? .media(station.playlist(at: .zero)), givingUpAfter: limit,
            loading: pacing, at: .zero)
    }

    var isOver: Bool {
        others.contains { effect, _ in
            switch effect {
            case .end, .fail, .giveUp: true
            case .loadPlaylist, .loadMedia, .cancelMedia, .wake, .lost, .tryAgain, .resumed: false
            }
        }
    }

    /// How many seconds of audio are loaded and not played, if playing began with the first.
    var buffered: Duration {
        guard let first = deliveries.first else { return .zero }
        return deliveries.reduce(.zero) { $0 + $1.request.duration } - (now - first.time)
    }

    /// Runs until `end`, or until `isEnough`.
    mutating func run(until end: Duration, _ isEnough: (ClientRun) -> Bool = { _ in false }) throws
    {
        if effectCount == 0 { try perform(client.begin(at: now)) }
        while !isOver, !isEnough(self) {
            let next = queue.indices.min { queue[$0].time < queue[$1].time }
            let time = min(next.map { queue[$0].time } ?? end, wake ?? end)
            guard time < end else { break }
            now = max(now, time)
            if let next, queue[next].time <= time {
                let event = queue.remove(at: next).event
                note(event)
                try perform(client.take(event, at: now))
            } else {
                wake = nil
                try perform(client.take(.woken, at: now))
            }
        }
        now = isOver ? now : max(now, end)
    }

    /// Passes an event to the client at once.
    mutating func send(_ event: HLSClient.Event) throws {
        try perform(client.take(event, at: now))
    }

    private mutating func write(_ line: String) {
        journal.append("\(Self.milliseconds(now)) \(line)")
    }

    private mutating func note(_ event: HLSClient.Event) {
        switch event {
        case .playlist(_, let id), .playlistFailed(let id, _): loadingPlaylists.remove(id)
        case .media(let id, _):
            isLoadingMedia = false
            guard let request = lastRequest, request.id == id else { return }
            deliveries.append(Delivery(request: request, time: now))
            if keepsJournal { write("media \(id), \(state)") }
        case .mediaFailed: isLoadingMedia = false
        case .abandoned, .shortage, .woken: break
        }
    }

    private mutating func perform(_ effects: [HLSClient.Effect]) throws {
        effectCount += 1
        for effect in effects {
            if isOver { problems.append("\(effect) after the end") }
            if keepsJournal { write(Self.line(effect)) }
            switch effect {
            case .wake(let time):
                if time <= now { problems.append("woken in the past") }
                wake = time
            case .loadPlaylist(let request):
                // One that is played, one that is changed to, and one that was left.
                loadingPlaylists.insert(request.id)
                if loadingPlaylists.count > 3 { problems.append("too many loads of playlists") }
                requests.append((request, now))
                try answer(request)
            case .loadMedia(let request):
                if isLoadingMedia { problems.append("two loads of media") }
                isLoadingMedia = true
                lastRequest = request
                answer(request)
            case .cancelMedia:
                isLoadingMedia = false
                queue.removeAll {
                    switch $0.event {
                    case .media, .mediaFailed: true
                    case .playlist, .playlistFailed, .abandoned, .shortage, .woken: false
                    }
                }
                others.append((effect, now))
            case .lost, .tryAgain, .resumed, .giveUp, .end, .fail: others.append((effect, now))
            }
        }
    }

    private mutating func answer(_ request: PlaylistRequest) throws {
        var time = now + roundTrip
        switch onPlaylist(request, now) {
        case .fail(let failure):
            queue.append((time, .playlistFailed(id: request.id, failure)))
        case .state(let state):
            var state = state
            if let wait = request.wait, !ignoresWait {
                // The server answers once it has what is waited for, or has waited long enough.
                let there = station.time(of: wait.sequence, part: wait.part)
                state = min(max(state, there), state + station.target * 3)
                time = max(time, state)
            }
            let playlist = try station.playlist(at: state, skipping: request.skip != nil)
            queue.append((time, .playlist(playlist, id: request.id)))
        }
    }

    private mutating func answer(_ request: MediaRequest) {
        if let failure = onMedia(request, now) {
            queue.append((now + roundTrip, .mediaFailed(id: request.id, failure)))
            return
        }
        let bits = rates[min(request.choice, rates.count - 1)] * (request.duration / .seconds(1))
        let time = roundTrip + .milliseconds(Int64(saturating: bits / networkRate * 1000))
        queue.append((now + time, .media(id: request.id, within: time)))
    }
}
