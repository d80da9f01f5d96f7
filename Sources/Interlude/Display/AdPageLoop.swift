import AdDisplay
import Advertising

/// Owns the ads of one page: passes them what the reader does and what is heard, and carries out
/// their effects.
///
/// All of it belongs to the page's thread, which it does not block.
final class AdPageLoop {
    private let mailbox: Mailbox<Message>
    private let front: AdPageFront
    private let session: AudioSession
    private let requests: AdRequests
    private let board: AdBoard

    /// An input of the loop.
    enum Message: Sendable {
        // Actions of readers.
        case opened(String)
        case didAppear(String)
        case pulledToRefresh
        case visibility(AdViewHandle.ID, Double, reply: @Sendable (AdPageReply) -> Void)
        case click(AdViewHandle.ID, reply: @Sendable (AdPageReply) -> Void)
        case close(AdViewHandle.ID, reply: @Sendable (AdPageReply) -> Void)

        // Events of the session.
        case heard(Advertisement?)
        case ended(Advertisement.ID)
        case numbered(Advertisement.ID, as: Advertisement.ID)
        case refused(Advertisement.ID)
        case waitingDropped
        case soundEnded

        /// The answer to a request.
        case request(AdRequests.Outcome)

        /// The page is no longer wanted.
        case end

        /// Answers messages that arrive after the end, so that nobody waits without end.
        func turnAway() {
            switch self {
            case .visibility(_, _, let reply), .click(_, let reply), .close(_, let reply):
                reply(.unknown)
            case .opened, .didAppear, .pulledToRefresh, .heard, .ended, .numbered, .refused,
                .waitingDropped, .soundEnded, .request, .end:
                break
            }
        }
    }

    init(
        _ configuration: AdPageConfiguration, beside session: AudioSession,
        pictures: AdPictures, mailbox: Mailbox<Message>, front: AdPageFront
    ) {
        self.mailbox = mailbox
        self.front = front
        self.session = session
        let requests = AdRequests(pictures) { mailbox.send(.request($0)) }
        self.requests = requests
        board = AdBoard(
            configuration.placements,
            plugins: AdPluginRegistry(configuration, requests), gate: configuration.interstitials)
    }

    /// Runs until the page is no longer wanted. Call on the page's thread.
    func run() {
        while take(mailbox.next()) == .goOn { settle() }
        for message in mailbox.close() { message.turnAway() }
    }

    private enum Course {
        case goOn
        case end
    }

    private func take(_ message: Message) -> Course {
        switch message {
        case .opened(let screen): board.opened(screen)
        case .didAppear(let screen): board.didAppear(screen)
        case .pulledToRefresh: board.pulledToRefresh()
        case .visibility(let id, let share, let reply):
            answer(reply) { () throws(AdRefusal) in board.visibilityChanged(of: id, to: share) }
        case .click(let id, let reply):
            answer(reply) { () throws(AdRefusal) in try board.click(id) }
        case .close(let id, let reply):
            answer(reply) { () throws(AdRefusal) in try board.close(id) }
        case .heard(let advertisement): board.heardChanged(to: advertisement)
        case .ended(let id): board.ended(id)
        case .numbered(let id, let number): board.numbered(id, as: number)
        case .refused(let id): board.refused(id)
        case .waitingDropped: board.waitingDropped()
        case .soundEnded: board.soundEnded()
        case .request(let outcome): requests.take(outcome)
        case .end: return .end
        }
        return .goOn
    }

    /// Calls the board, and replies after all its effects are carried out.
    private func answer(
        _ reply: (AdPageReply) -> Void, _ ask: () throws(AdRefusal) -> Bool
    ) {
        let answer: AdPageReply
        do throws(AdRefusal) {
            answer = try ask() ? .accepted : .unknown
        } catch {
            answer = .refused(error.description)
        }
        settle()
        reply(answer)
    }

    private func settle() {
        front.show(board.shown)
        for effect in board.takeEffects() { carryOut(effect) }
    }

    /// Pushes a spot under a number of the session, as its log and its status have it.
    private func push(_ spot: Advertisement) {
        let mailbox = mailbox
        var pushed = spot
        pushed.id = 0
        // Before the push, so that the page knows the number before it learns of the spot.
        session.push([pushed]) { numbers in
            for number in numbers { mailbox.send(.numbered(spot.id, as: number)) }
        } reply: { reply in
            if case .refused = reply { mailbox.send(.refused(spot.id)) }
        }
    }

    private func carryOut(_ effect: AdBoard.Effect) {
        switch effect {
        case .log(let event): front.log(EventRecord(event, at: front.heard))
        case .push(let spot):
            push(spot)
        case .skip(let id): session.skip(id)
        case .reportClick(let advertisement):
            session.advertisements.onAdBannerClicked(advertisement: advertisement)
        }
    }
}

extension AdPluginRegistry {
    /// The built-in plug-ins, and those of the app.
    fileprivate init(_ configuration: AdPageConfiguration, _ requests: AdRequests) {
        self.init()
        register(.companionBanners) { CompanionBannersPlugin(images: requests) }
        if let place = configuration.houseAds {
            let cache = HouseAdCache { requests.fetchHouseAds(at: place, answer: $0) }
            register(.houseAds) { HouseAdsPlugin(cache: cache, images: requests) }
        }
        for (type, makePlugin) in configuration.plugins { register(type, makePlugin) }
    }
}
