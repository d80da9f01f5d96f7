import AdDisplay
import Advertising
import Testing

@Suite("Companion banners")
struct CompanionBannerTests {
    /// A page with a screen banner of the heard advertisement.
    private static func board(images: HeldImages? = nil) -> AdBoard {
        var registry = AdPluginRegistry()
        registry.register(.companionBanners) { CompanionBannersPlugin(images: images) }
        return AdBoard(
            [AdPlacement("spot", .screenBanner, from: .companionBanners)], plugins: registry,
            gate: InterstitialGate())
    }

    private static func pictures(_ board: AdBoard) -> [String] {
        board.shown.map(\.view.creative.image.place)
    }

    @Test("a banner comes with its spot, makes room for the next one's, and goes with the last")
    func follows() {
        let board = Self.board()
        board.opened("page")
        #expect(Self.pictures(board) == [])
        board.heardChanged(to: .spot(1, banner: "1.png"))
        #expect(Self.pictures(board) == ["1.png"])
        board.heardChanged(to: .spot(2, banner: "2.png"))
        #expect(Self.pictures(board) == ["2.png"])
        board.heardChanged(to: nil)
        #expect(Self.pictures(board) == [])
    }

    @Test("a spot without a banner removes the banner before it")
    func withoutBanner() {
        let board = Self.board()
        board.heardChanged(to: .spot(1, banner: "1.png"))
        board.heardChanged(to: .spot(2))
        #expect(Self.pictures(board) == [])
    }

    @Test("a picture that arrives after its spot ended is not shown")
    func latePicture() {
        let images = HeldImages()
        let board = Self.board(images: images)
        board.heardChanged(to: .spot(1, banner: "1.png"))
        board.heardChanged(to: nil)
        images.answer(1, nil)
        #expect(Self.pictures(board) == [])
        board.heardChanged(to: .spot(2, banner: "2.png"))
        board.heardChanged(to: .spot(3, banner: "3.png"))
        images.answer(2, nil)
        #expect(Self.pictures(board) == [])
        images.answer(3, nil)
        #expect(Self.pictures(board) == ["3.png"])
    }

    @Test("a picture that cannot be fetched makes its ad fail")
    func missingPicture() {
        let images = HeldImages()
        let board = Self.board(images: images)
        board.heardChanged(to: .spot(1, banner: "1.png"))
        images.answer(1, .unusable("1.png: not there"))
        #expect(Self.pictures(board) == [])
        let reasons: [AdLoadError?] = board.takeEffects().compactMap {
            guard case .log(let event) = $0, event.state == .failed else { return nil }
            return event.error
        }
        #expect(reasons == [.unusable("1.png: not there")])
    }

    @Test("a click is reported for the spot that is playing, and only if it has a target")
    func click() throws {
        let board = Self.board()
        let spot = Advertisement.spot(1, banner: "1.png", target: "https://shop.test/")
        board.heardChanged(to: spot)
        #expect(try board.click("spot-1"))
        #expect(board.takeEffects().last == .reportClick(spot))
        board.heardChanged(to: .spot(2, banner: "2.png"))
        #expect(throws: AdRefusal.nothingToClick) { try board.click("spot-2") }
    }
}

/// Pictures that arrive when a test says so.
final class HeldImages: AdImages {
    private var answers: [(AdLoadError?) -> Void] = []

    func fetch(_ image: AdImage, answer: @escaping (AdLoadError?) -> Void) {
        answers.append(answer)
    }

    /// Answers the request with that number, from 1.
    func answer(_ number: Int, _ error: AdLoadError?) {
        answers[number - 1](error)
    }
}
