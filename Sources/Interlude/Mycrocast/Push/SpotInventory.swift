import Advertising

/// The spots of the start answer, from which pushes choose.
struct SpotInventory: Hashable, Sendable {
    private var lists: [StartSpotList: List] = [:]
    private var groups: [Int: [Advertisement]] = [:]

    private struct List: Hashable, Sendable {
        var spots: [Advertisement]
        /// The position of the next spot in each list.
        var next = 0
    }

    init(_ answer: StartListeningAnswer) {
        lists[.preStream] = List(spots: answer.preStreamAdList)
        lists[.inStream] = List(spots: answer.inStreamSpotList)
        lists[.group] = List(spots: answer.spotGroups.flatMap(\.spots))
        lists[.standard] = List(spots: answer.defaultSpotList)
        lists[.fallback] = List(spots: answer.fallbackSpotList)
        for group in answer.spotGroups { groups[group.id] = group.spots }
    }

    /// Takes the next `count` spots of a list in rotation, no spot twice at once.
    ///
    /// For an empty list it uses the default list, and for an empty default list the fallback list.
    mutating func take(_ count: Int, from source: StartSpotList) -> [Advertisement] {
        for source in [source, .standard, .fallback] {
            guard var list = lists[source], !list.spots.isEmpty else { continue }
            let taken = (0..<max(0, min(count, list.spots.count))).map {
                list.spots[(list.next + $0) % list.spots.count]
            }
            list.next = (list.next + taken.count) % list.spots.count
            lists[source] = list
            return taken
        }
        return []
    }

    /// The spots of a group in order; none if there is no such group.
    func group(_ id: Int) -> [Advertisement] { groups[id] ?? [] }

    /// Applies the reply to the finish report of spot `id`.
    mutating func settle(_ reply: FinishReport.Reply, of id: AdID) {
        guard reply.canBePlayedAgain == false else { return }
        for (source, list) in lists {
            let spots = list.spots.replacing(id, with: reply.advertisement)
            lists[source] = List(spots: spots, next: spots.isEmpty ? 0 : list.next % spots.count)
        }
        groups = groups.mapValues { $0.replacing(id, with: reply.advertisement) }
    }
}

extension [Advertisement] {
    fileprivate func replacing(_ id: AdID, with replacement: Advertisement?) -> [Advertisement] {
        compactMap { $0.serverID == id ? replacement : $0 }
    }
}
