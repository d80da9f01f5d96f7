import Interlude

/// Plays a live stream, and the spots that follow it on the command line in a break of it.
@main
struct PlayWithSpots {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let stream = arguments.first else {
            return print("usage: PlayWithSpots STREAM SPOT…")
        }
        let spots = arguments.dropFirst().map { Advertisement(id: 0, title: $0, audioFileURL: $0) }

        let session = AudioSession(SessionConfiguration(source: stream))
        let announcer = Announcer()
        session.addDelegate(announcer)
        try session.play()
        print(await session.send(.push(spots)))
        print(await session.ended())
    }
}

final class Announcer: AudioSessionDelegate {
    func showBanner(of advertisement: Advertisement) { print("heard: \(advertisement.title)") }
    func onAdPlayFinished() { print("heard: the stream") }
}
