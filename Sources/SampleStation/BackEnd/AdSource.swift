/// The list that a spot comes from (contract 1.3).
package enum AdSource: String, Codable, CaseIterable, Sendable {
    case preStream = "PreStream"
    case inStream = "InStream"
    case group = "AdGroup"
    case standard = "Default"
    case fallback = "Fallback"
}
