/// "Play the spots of that group".
package struct PlayAdGroupInstruction: Codable, Hashable, Sendable {
    package var adGroupId: Int
    package var streamId: Int
    package var type: AdSource
}
