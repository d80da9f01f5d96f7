/// The load of a document for a session, as a task.
final class DocumentLoad: SpotLoad {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    func cancel() { task.cancel() }
}
