import AdPlayback

/// The pages that are open: who of them is seen, and whose word counts. A value.
struct OpenPages: Sendable {
    private var pages: [String: Page] = [:]

    /// The page that was used last: the unit that runs there is the one whose course counts.
    private var leader: String?

    private struct Page {
        /// Who loses his connection may be back before that is noticed.
        var connectionCount = 0
        /// `nil` until the page has told.
        var look: Look?
    }

    /// Whether a page is seen.
    enum Look: Hashable, Sendable {
        case shown
        case hidden
    }

    var audience: TruexAudience {
        let looks = pages.values.compactMap(\.look)
        return looks.isEmpty ? .nobody : looks.contains(.shown) ? .watching : .hidden
    }

    /// A page listens to events, perhaps again.
    mutating func join(_ page: String) { pages[page, default: Page()].connectionCount += 1 }

    /// A page has stopped listening.
    mutating func leave(_ page: String) {
        pages[page]?.connectionCount -= 1
        if pages[page]?.connectionCount == 0 { pages[page] = nil }
        if pages[page] == nil, leader == page { leader = nil }
    }

    /// What a page tells of itself; nothing counts of one that is gone.
    mutating func tell(_ look: Look, of page: String) { pages[page]?.look = look }

    /// Whether what a page says steers the unit: only one that is seen does so.
    ///
    /// Where several are seen, each may be used, but of what units say by themselves only the
    /// word of the one that was used last counts, if that is still seen.
    mutating func admit(_ message: TruexMessage, from page: String) -> Bool {
        guard let speaker = pages[page], speaker.look != .hidden else { return false }
        guard message.isOfUnit else {
            // Whoever uses it sees it, also if that was not told.
            pages[page]?.look = .shown
            leader = page
            return true
        }
        return leader.flatMap { pages[$0] }?.look != .shown || leader == page
    }
}

extension TruexMessage {
    /// Whether a unit says it by itself, without its listener's doing.
    fileprivate var isOfUnit: Bool {
        switch self {
        case .step, .video: true
        case .optIn, .optOut, .interact, .done, .cancel, .xtendedView, .back, .leave, .popup,
            .popupClosed, .hidden, .shown:
            false
        }
    }
}
