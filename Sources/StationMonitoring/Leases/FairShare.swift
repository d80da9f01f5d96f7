import MediaTime

/// How many stations a monitor watches of those that it shares with others. A value.
struct FairShare: Hashable, Sendable {
    /// Those of its list.
    var stations: [String]
    var others: [Other]

    /// Another monitor that uses the same folder.
    struct Other: Hashable, Sendable {
        var stations: Set<String>
        /// How many more stations it wants to watch.
        var room: Int
    }

    /// How many stations it watches if all do their part. A station that n monitors have in their
    /// lists counts for 1/n.
    var count: Int {
        let sharing = stations.map { name in
            1 + others.count { $0.stations.contains(name) }
        }
        let sum = sharing.reduce(0.0) { $0 + 1 / Double($1) }
        // Three thirds are one.
        return Int(saturating: (sum - 1e-6).rounded(.up))
    }

    /// Those of the `watched` stations that others are to watch: what it has beyond its share, as
    /// far as another one that knows the station has room.
    func surplus(of watched: [String]) -> [String] {
        var others = others
        var given: [String] = []
        var rest = watched.count - count
        for name in watched.reversed() where rest > 0 {
            guard
                let index = others.firstIndex(where: {
                    $0.room > 0 && $0.stations.contains(name)
                })
            else { continue }
            others[index].room -= 1
            given.append(name)
            rest -= 1
        }
        return given
    }
}
