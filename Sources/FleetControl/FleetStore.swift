import BeaconStorage
import FoundationEssentials
import MediaTime

/// The ids of begun pushes on disk, so that a player that starts again does not repeat one.
///
/// For one thread.
final class FleetStore {
    /// Those that earlier processes have begun, with when they expire.
    private(set) var remembered: [String: FleetDate] = [:]
    /// `nil` without a folder that can be written.
    private let store: BeaconStore?
    /// The items on disk that can expire.
    private var items: [(number: Int64, until: FleetDate)] = []

    private struct Item: Codable {
        var id: String
        var until: FleetDate
    }

    /// Opens or creates the folder. Without it, pushes are remembered as long as the process runs.
    init(folder: String?, warn: (String) -> Void) {
        var limits = StoreLimits()
        limits.itemCount = 2 * FleetMemory.limit
        // As long as a push can be due: a day, and what the clock of its sender may be ahead.
        limits.age = .seconds(86_400 + 600)
        do throws(BeaconStoreFailure) {
            store = try folder.map { folder throws(BeaconStoreFailure) in
                try BeaconStore(folder: folder, limits: limits)
            }
        } catch {
            store = nil
            warn("fleet: pushes are forgotten when the player ends: \(error)")
        }
        let now = FleetDate.now
        for item in store?.leftovers ?? [] {
            // try?: what cannot be read is forgotten.
            guard let read = try? JSONDecoder().decode(Item.self, from: Data(item.bytes)),
                read.until > now
            else {
                store?.remove(item.id)
                continue
            }
            remembered[read.id] = read.until
            items.append((item.id, read.until))
        }
    }

    /// Returns once the id is on disk, or cannot be written. Blocks.
    func remember(_ id: String, until date: FleetDate) {
        guard let store else { return }
        let now = FleetDate.now
        for item in items where item.until <= now { store.remove(item.number) }
        items.removeAll { $0.until <= now }
        items.append((store.addNow(fleetJSON(Item(id: id, until: date))), date))
    }
}
