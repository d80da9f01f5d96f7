import AdPlayback

/// The open pages: which are visible, and whose messages count. A value.
struct OpenPages: Sendable {
    private var pages: [String: Page] = [:]

    /// The page that was used last. Only the progress of its unit counts.
    private var leader: String?

    private struct Page {
        /// A page may reconnect before the server notices that its connection is lost.
        var connectionCount = 0
        /// `nil` until the page reports it.
        var visibility: Visibility?
    }

    enum Visibility: Hashable, Sendable {
        case shown
        case hidden
    }

    var audience: TruexAudience {
        let known = pages.values.compactMap(\.visibility)
        return known.isEmpty ? .nobody : known.contains(.shown) ? .watching : .hidden
    }

    /// Adds a connection of a page.
    mutating func join(_ page: String) { pages[page, default: Page()].connectionCount += 1 }

    /// Removes a connection of a page.
    mutating func leave(_ page: String) {
        pages[page]?.connectionCount -= 1
        if pages[page]?.connectionCount == 0 { pages[page] = nil }
        if pages[page] == nil, leader == page { leader = nil }
    }

    /// Sets the visibility of a page. Has no effect on a page that is not open.
    mutating func setVisibility(_ visibility: Visibility, of page: String) {
        pages[page]?.visibility = visibility
    }

    /// Whether a message of a page counts. Only a visible page may send messages.
    ///
    /// If several pages are visible, the listener may use any of them. Of the messages that units
    /// send by themselves, only those of the page that was used last count, while it is visible.
    mutating func admit(_ message: TruexMessage, from page: String) -> Bool {
        guard let sender = pages[page], sender.visibility != .hidden else { return false }
        guard message.isOfUnit else {
            // A page in use is visible, even if it has not reported that.
            pages[page]?.visibility = .shown
            leader = page
            return true
        }
        return leader.flatMap { pages[$0] }?.visibility != .shown || leader == page
    }
}

extension TruexMessage {
    /// Whether a unit sends it by itself, without an action of the listener.
    fileprivate var isOfUnit: Bool {
        switch self {
        case .step, .video: true
        case .optIn, .optOut, .interact, .done, .cancel, .xtendedView, .back, .leave, .popup,
            .popupClosed, .hidden, .shown:
            false
        }
    }
}
