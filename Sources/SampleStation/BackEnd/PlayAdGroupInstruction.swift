/// "Play the spots of that group" (contract 1.3).
package struct PlayAdGroupInstruction: Codable, Hashable, Sendable {
    package var adGroupId: Int
    package var streamId: Int
    package var type: AdSource
}
