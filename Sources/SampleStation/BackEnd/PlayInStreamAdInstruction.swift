/// "Play so many of the spots that you have been given".
package struct PlayInStreamAdInstruction: Codable, Hashable, Sendable {
    package var count: Int
    package var streamId: Int
    package var type: AdSource
}
