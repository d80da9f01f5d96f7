import AdDisplay

/// A host and screen that writes down what it is told, and does what a test says when it is told
/// something.
final class ViewWitness: AdView, AdScreen {
    private(set) var told: [String] = []
    private var viewCount = 0

    /// Done when a call that begins with these words comes.
    var reactions: [String: () -> Void] = [:]

    /// The states, in order.
    var states: [AdViewState] = []

    func adLoaded(view: AdViewHandle?) {
        note("adLoaded \(view?.id ?? "nil")")
    }

    func stateChanged(adViewState: AdViewState) {
        states.append(adViewState)
        note("\(adViewState)")
    }

    func adLoadFailed(error: AdLoadError) {
        note("adLoadFailed")
    }

    func makeViewID() -> String {
        viewCount += 1
        return "view \(viewCount)"
    }

    func present(_ view: AdViewHandle) { note("present \(view.id)") }
    func dismiss(_ view: AdViewHandle) { note("dismiss \(view.id)") }
    func open(_ target: String, from view: AdViewHandle) { note("open \(target)") }

    private func note(_ call: String) {
        told.append(call)
        reactions[String(call.prefix { $0 != " " })]?()
    }

    func forget() {
        told = []
        states = []
    }
}
