/// The list of the start answer that spots are taken from.
enum StartSpotList: String, Hashable, Sendable, Decodable {
    case preStream = "PreStream"
    case inStream = "InStream"
    case group = "AdGroup"
    case standard = "Default"
    case fallback = "Fallback"
}
