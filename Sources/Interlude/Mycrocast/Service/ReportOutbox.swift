import BeaconStorage
import Dispatch
import FoundationEssentials
import HTTPAccess

/// Keeps reports on disk until an ad service has answered, so that the next session with the same
/// service sends what this one leaves, also if its process is killed.
///
/// It knows no key, token or session: the session that sends a report has its own.
struct ReportOutbox: Sendable {
    /// The reports that earlier sessions with the service have left, oldest first.
    let leftovers: [Leftover]

    private let store: BeaconStore
    private let service: String

    struct Leftover: Hashable, Sendable {
        /// Its number on disk.
        let id: Int64
        let report: StoredReport
    }

    /// What is on disk.
    private struct Entry: Codable {
        /// The address of the service, without a login.
        var service: String
        var report: StoredReport
    }

    /// The most reports that wait.
    static let limit = StoreLimits().itemCount

    /// Opens the folder for `service`, and creates it if it is missing. Leaves the reports for other
    /// services there. Throws a `BeaconStoreFailure` if the folder cannot be used.
    static func open(_ folder: String, for service: WebAddress) async throws -> ReportOutbox {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { ReportOutbox(try BeaconStore(folder: folder), for: service) })
            }
        }
    }

    /// Why reports cannot be written, in one line: the first reason. Ends with the outbox.
    var failures: AsyncStream<String> { store.failures }

    private init(_ store: BeaconStore, for service: WebAddress) {
        let service = service.description
        self.store = store
        self.service = service
        leftovers = store.leftovers.compactMap { item in
            // try?: what is no report was written by another version or by a stranger, and is
            // forgotten by its age.
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(item.bytes)),
                entry.service == service
            else { return nil }
            return Leftover(id: item.id, report: entry.report)
        }
    }

    /// Keeps `report` from now on, and returns its number on disk. Returns at once.
    func add(_ report: StoredReport) -> Int64? {
        // try?: a report consists of numbers and texts, which can be encoded.
        let bytes = try? JSONEncoder().encode(Entry(service: service, report: report))
        return bytes.map { store.add(Array($0)) }
    }

    /// Forgets a report, if it has a number on disk. Returns at once.
    func remove(_ id: Int64?) {
        if let id { store.remove(id) }
    }

    /// Returns once all changes so far are written.
    func written() async { await store.written() }

    /// Returns once all is written, and another session may open the folder.
    func close() async { await store.close() }
}

/// A report on disk.
enum StoredReport: Hashable, Sendable, Codable {
    case finish(FinishReport)
    case click(ClickReport)
}
