import Advertising

/// Spots that are played together when a push names their group.
package struct SpotGroup: Codable, Sendable {
    package var id: Int
    package var name: String
    package var spots: [Advertisement]
}
