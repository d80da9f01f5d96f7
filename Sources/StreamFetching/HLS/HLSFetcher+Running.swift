import HLSStreaming
import HTTPAccess

/// The task that carries out the decisions of the client.
extension HLSFetcher {
    /// Runs until the stream ends or the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            var tasks = Tasks()
            let begin = state.withLock { $0.client.begin(at: stopwatch.elapsed) }
            var isOver = perform(begin, in: &group, &tasks)
            for await event in events where !isOver {
                let effects = state.withLock { $0.client.take(event, at: stopwatch.elapsed) }
                isOver = perform(effects, in: &group, &tasks)
                if isOver { break }
            }
            tasks.media?.cancel()
            tasks.alarm?.cancel()
            group.cancelAll()
        }
    }

    /// The tasks of which there is one at a time.
    private struct Tasks {
        var media: Task<Void, Never>?
        /// Wakes the client.
        var alarm: Task<Void, Never>?
    }

    /// Carries out `effects`. Returns whether the stream is over.
    private func perform(
        _ effects: [HLSClient.Effect], in group: inout DiscardingTaskGroup,
        _ tasks: inout Tasks
    ) -> Bool {
        for effect in effects {
            switch effect {
            case .loadPlaylist(let request): group.addTask { await self.load(request) }
            case .loadMedia(let request): tasks.media = Task { await self.load(request) }
            case .cancelMedia: tasks.media?.cancel()
            case .wake(let time):
                tasks.alarm?.cancel()
                tasks.alarm = Task {
                    let wait = max(.zero, time - self.stopwatch.elapsed)
                    // try?: a cancelled wait wakes nobody.
                    guard (try? await self.clock.sleep(for: wait)) != nil else { return }
                    self.feed.yield(.woken)
                }
            case .lost(let loss): report(.lost(failure(for: loss)))
            case .tryAgain(let attempt): report(.connecting(attempt: attempt))
            case .resumed: report(.resumed)
            case .giveUp(let loss):
                let failure = failure(for: loss)
                report(.gaveUp(failure))
                end(with: .failure(failure))
                return true
            case .end:
                end(with: .success(()))
                return true
            case .fail(let failure):
                end(with: .failure(SourceError.HLS(place, failure)))
                return true
            }
        }
        return false
    }

    private func failure(for loss: HLSClient.Loss) -> FetchFailure {
        let last = state.withLock { $0.failure }
        switch loss {
        case .failure: return last ?? .ended(address: place)
        case .standstill: return .ended(address: place)
        }
    }

    private func load(_ request: PlaylistRequest) async {
        do {
            let playlist = try await loader.playlist(request)
            feed.yield(.playlist(playlist, id: request.id))
        } catch {
            guard let failure = note(error) else { return }
            feed.yield(.playlistFailed(id: request.id, failure))
        }
    }

    private func load(_ request: MediaRequest) async {
        let start = stopwatch.elapsed
        do {
            let bytes = try await loader.media(request)
            let map = try await loader.map(of: request)
            let time = stopwatch.elapsed - start
            try Task.checkCancellation()
            state.withLock { $0.failure = nil }
            report(.received(byteCount: bytes.count))
            let (connection, isNew) = connection(for: request)
            let metadata = reader.withLock { $0.read(bytes, map: map) }
            var content = SegmentContent(
                bytes, metadata, cues: loader.resolved(request.cues, of: request.choice))
            if isNew {
                content.prepend(map)
                enqueue(connection)
            }
            try await connection.write(content)
            feed.yield(.media(id: request.id, within: time))
        } catch {
            guard let failure = note(error) else { return }
            feed.yield(.mediaFailed(id: request.id, failure))
        }
    }

    /// Keeps the failure for reports; `nil` if the load was cancelled.
    private func note(_ error: any Error) -> LoadFailure? {
        guard let failure = FetchFailure(error) else {
            // The reader has dropped the connection to which media was added.
            return Task.isCancelled ? nil : .passing
        }
        state.withLock { $0.failure = failure }
        return switch failure.prospect {
        case .passing, .doubtful: .passing
        case .absent: .absent
        case .hopeless: .lasting
        }
    }
}
