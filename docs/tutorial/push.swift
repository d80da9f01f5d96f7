import Interlude

@main struct Main {
    static func main() async throws {
        let session = AudioSession(SessionConfiguration(source: "http://127.0.0.1:8000/live.mp3"))
        try session.play()
        let spot = Advertisement(
            id: 1, title: "Ferry", audioFileURL: "../interlude/SampleMedia/spots/ferry.mp3")
        print(await session.send(.push([spot])))  // accepted: it plays as soon as it is loaded
        print(await session.ended())              // waits for the end of the stream
    }
}
