import Interlude

@main struct Main {
    static func main() async throws {
        let session = AudioSession(SessionConfiguration(source: "http://127.0.0.1:8000/live.mp3"))
        try session.play()
        print(await session.ended())  // waits for the end of the stream
    }
}
