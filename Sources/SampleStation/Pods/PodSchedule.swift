import Advertising

/// The pods of a stream, and what their placeholders say: the matter of every form of schedule.
struct PodSchedule: Sendable {
    /// The address by which the player reached the station.
    var base: String

    var streamURL: String
    var pods: [Pod]

    /// The ad system of the placeholders.
    var system = "trueX"

    /// The ad parameters of each pod's placeholder.
    var parameters: [JSONNode]
}
