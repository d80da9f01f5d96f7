/// The number of slots of a break by outcome.
package struct BreakTally: Hashable, Sendable, Codable {
    package var played = 0
    package var skipped = 0
    package var failed = 0
    package var credited = 0
    package var notUsed = 0

    package init() {}
}
