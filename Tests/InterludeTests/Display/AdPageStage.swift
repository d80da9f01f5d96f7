import AdDisplay
import Advertising
import AudioSinks
import Interlude
import TestFiles

/// A page beside a session in real time, with a folder for pictures and house ads.
struct AdPageStage: Sendable {
    let folder: TemporaryFolder
    let session: AudioSession
    let page: AdPage
    let witness: AdPageWitness

    /// The smallest picture that counts as one.
    static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Runs `body` on a stage whose session plays silence, and whose spots last `spotLength`.
    static func run(
        houseAds list: String? = nil, spotLength: Duration = .milliseconds(60),
        _ body: (AdPageStage) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(picture, to: "a.png")
        var configuration = AdPageConfiguration()
        if let list {
            try folder.write(Array(list.utf8), to: "house-ads.json")
            configuration.houseAds = folder.path
        }
        let session = AudioSession(SessionConfiguration(source: "silence")) {
            SessionParts(
                sink: NullSink(clock: .real(speed: 1)), clock: .real, streams: SilentStreams(),
                spots: EqualSpots(length: spotLength))
        }
        let stage = AdPageStage(
            folder: folder, session: session, page: try AdPage(configuration, beside: session),
            witness: AdPageWitness())
        stage.page.addDelegate(stage.witness)
        session.addDelegate(stage.witness)
        try session.play()
        try await stage.witness.waits(for: "session.playing")
        do {
            try await body(stage)
        } catch {
            await stage.end()
            throw error
        }
        await stage.end()
    }

    /// Has the session accept `command`.
    func send(_ command: SessionCommand) async {
        _ = await session.send(command)
    }

    private func end() async {
        await send(.stop)
        _ = await session.ended()
    }

    /// A spot with a banner from the folder.
    func spot(_ id: Int, banner: String? = "a.png") -> Advertisement {
        Advertisement(
            id: id, title: "Spot \(id)", audioFileURL: "\(id)",
            bannerFileURL: banner.map(folder.file), bannerTargetURL: "https://shop.test/\(id)")
    }
}
