import AdPlayback
import DequeModule
import MediaTime

/// Numbers the breaks of a session in the order in which its event log first names them: those of
/// pushed spots, and the pods of a schedule.
struct BreakNumbers: Hashable, Sendable {
    private enum Key: Hashable {
        case pushed(Int64)
        case pod(String)
    }

    private struct Entry: Hashable {
        var key: Key
        var number: Int64
    }

    /// The latest breaks, the oldest first.
    private var known: Deque<Entry> = []
    private var last: Int64

    /// The limit on `known`. A pod that is forgotten gets another number.
    private static let limit = 1024

    /// The first number follows `last`.
    init(after last: Int = 0) {
        self.last = Int64(last)
    }

    /// Replaces the id of the break in `record` by its number. The name of a pod becomes a field of
    /// its own.
    mutating func number(_ record: inout EventRecord) {
        guard let place = record.fields.firstIndex(where: { $0.key == "break" }) else { return }
        switch record.fields[place].value {
        case .integer(let id): record.fields[place].value = .integer(number(of: .pushed(id)))
        case .string(let pod):
            record.fields[place].value = .integer(number(of: .pod(pod)))
            record.fields.insert(JSONMember("pod", .string(pod)), at: place + 1)
        case .null, .bool, .decimal, .array, .object: break
        }
    }

    /// The number of a break of pushed spots; `nil` if the log has not named it.
    func number(of id: BreakID) -> Int? {
        known.last { $0.key == .pushed(Int64(id.rawValue)) }.map { Int($0.number) }
    }

    private mutating func number(of key: Key) -> Int64 {
        if let entry = known.last(where: { $0.key == key }) { return entry.number }
        last += 1
        known.append(Entry(key: key, number: last))
        if known.count > Self.limit { known.removeFirst() }
        return last
    }
}
