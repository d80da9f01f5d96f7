/// Whether a viewer has chosen the pod so often that no card is shown for a while.
package struct OptOutCap: Sendable {
    private var optOuts: [Duration] = []

    private static let limit = 3
    private static let window = Duration.seconds(600)

    package init() {}

    /// The viewer chose the pod; a time is that of the station's clock.
    package mutating func noteOptOut(at now: Duration) {
        optOuts.removeAll { now - $0 >= Self.window }
        optOuts.append(now)
    }

    package func isReached(at now: Duration) -> Bool {
        optOuts.count { now - $0 < Self.window } >= Self.limit
    }
}
