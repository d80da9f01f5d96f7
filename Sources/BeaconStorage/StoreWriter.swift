import Dispatch

/// Writes the changes of a store, in order.
///
/// Has a queue, because disks block and a task would hold up the other tasks of the process.
final class StoreWriter: @unchecked Sendable {
    // @unchecked Sendable: mutable state is used on `queue` only.
    private let queue = DispatchQueue(label: "Interlude.BeaconStore", qos: .utility)
    /// `nil` once the writer is closed.
    private var files: StoreFiles?
    private var hasFailed = false
    private let report: @Sendable (SQLiteFailure) -> Void
    private let end: @Sendable () -> Void

    /// `report` gets the first failure. `end` is called after the last change.
    init(
        _ files: StoreFiles, report: @escaping @Sendable (SQLiteFailure) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.files = files
        self.report = report
        self.end = end
    }

    deinit { end() }

    /// Writes a change. Returns at once. What is written after ``close()`` is dropped.
    func write(_ change: @escaping @Sendable (StoreFiles) throws(SQLiteFailure) -> Void) {
        queue.async { self.attempt(change) }
    }

    /// Writes a change after those so far. Returns once it is written, or cannot be. Blocks.
    func writeNow(_ change: @Sendable (StoreFiles) throws(SQLiteFailure) -> Void) {
        queue.sync { attempt(change) }
    }

    /// Returns once all changes so far are written.
    func finishWriting() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    /// Returns once all changes so far are written and the files are closed.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.attempt { files throws(SQLiteFailure) in try files.deleteSettled() }
                self.files = nil
                self.end()
                continuation.resume()
            }
        }
    }

    private func attempt(_ change: (StoreFiles) throws(SQLiteFailure) -> Void) {
        guard let files else { return }
        do throws(SQLiteFailure) {
            try change(files)
        } catch {
            if !hasFailed { report(error) }
            hasFailed = true
        }
    }
}
