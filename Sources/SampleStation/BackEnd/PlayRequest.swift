/// Asks to listen to a stream (rule M5).
package struct PlayRequest: Codable, Sendable {
    package var streamId: Int

    package init(streamId: Int) {
        self.streamId = streamId
    }
}
