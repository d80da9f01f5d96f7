/// A listener clicked a spot's banner (rule M14).
package struct ClickReport: Codable, Hashable, Sendable {
    package var userId: Int
    package var adId: Int
    package var mountPoint: String
    package var application: String

    package init(userId: Int, adId: Int, mountPoint: String, application: String) {
        self.userId = userId
        self.adId = adId
        self.mountPoint = mountPoint
        self.application = application
    }
}
