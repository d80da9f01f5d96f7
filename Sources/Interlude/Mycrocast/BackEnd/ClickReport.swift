/// The listener has clicked a banner (rule M14).
struct ClickReport: Hashable, Sendable, Encodable {
    var userId: Int
    var adId: Int
    var mountPoint: String
    var application: String
}
