/// What is told on the bus of a change.
package struct MediaNews: Hashable, Sendable {
    package var changed: Set<MediaProperty> = []

    /// Where the listener is, if that does not follow from where he was.
    package var seekedTo: Duration?

    package var isEmpty: Bool { changed.isEmpty && seekedTo == nil }

    /// Takes in what came of a later change.
    mutating func add(_ later: MediaNews) {
        changed.formUnion(later.changed)
        seekedTo = later.seekedTo ?? seekedTo
    }
}
