/// The list that a spot comes from.
package enum AdSource: String, Codable, CaseIterable, Sendable {
    case preStream = "PreStream"
    case inStream = "InStream"
    case group = "AdGroup"
    case standard = "Default"
    case fallback = "Fallback"
}
