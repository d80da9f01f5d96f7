import MediaTime

/// The scripted answers of a viewer to each choice card.
package struct ViewerScript: Hashable, Sendable, Codable {
    /// In order of time.
    package private(set) var steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps.sorted { $0.after < $1.after }
    }

    /// One action of the viewer.
    package struct Step: Hashable, Sendable, Codable {
        /// Since the renderer's first choice card was shown.
        package var after: Duration

        package var message: TruexMessage

        package init(after: Duration, _ message: TruexMessage) {
            self.after = after
            self.message = message
        }
    }

    /// The viewer's actions with their times, for a card shown at `appearance`.
    package func agenda(from appearance: FrameTime) -> [(time: FrameTime, message: TruexMessage)] {
        steps.map { (appearance + $0.after.frameCount, $0.message) }
    }
}

extension ViewerScript {
    /// Parses `opt-in@2s,interact@5s,done@33s`. `time` parses the times, and its errors are
    /// rethrown.
    ///
    /// Other errors are ``ParsingError``.
    package init(
        parsing text: String, time: (_ text: String) throws -> Duration
    ) throws {
        let steps = try text.split(separator: ",", omittingEmptySubsequences: false).map { item in
            let parts = item.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw ParsingError.noTime(String(item)) }
            guard let message = Self.messages[String(parts[0])] else {
                throw ParsingError.unknownAction(String(parts[0]))
            }
            return Step(after: try time(String(parts[1])), message)
        }
        self.init(steps)
    }

    private static let messages: [String: TruexMessage] = [
        "opt-in": .optIn, "opt-out": .optOut, "interact": .interact, "done": .done,
        "cancel": .cancel, "back": .back, "leave": .leave,
    ]

    /// Why a text is not a script.
    package enum ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        case noTime(String)
        case unknownAction(String)

        package var description: String {
            switch self {
            case .noTime(let item):
                "'\(item)' does not say when; write ACTION@T, as in opt-in@2s"
            case .unknownAction(let name):
                "'\(name)' is not an action; use one of "
                    + ViewerScript.messages.keys.sorted().joined(separator: ", ")
            }
        }
    }
}

extension ViewerScript {
    /// The action of a viewer after the end of its script, for a `view` shown at `appearance`;
    /// `nil` if the view ends by itself.
    ///
    /// The viewer takes an earned credit, waits for nothing that earns none, and lets cards expire,
    /// so that no stream is held forever.
    package static func ending(
        of view: TruexView, from appearance: FrameTime
    ) -> (time: FrameTime, message: TruexMessage)? {
        switch view {
        case .choiceCard(let card):
            guard card.left == nil, card.buttons == .enabled else { return nil }
            return (appearance + TruexConstants.choiceCardTime.frameCount, .optOut)
        case .engagement(let unit):
            switch unit.exit {
            case .done: return (appearance, .done)
            case .cancel:
                guard let end = unit.attentionLeft.end(from: appearance) else { return nil }
                return (end, .cancel)
            case .none: return nil
            }
        case .cancelPrompt: return (appearance, .cancel)
        case .popup: return (appearance, .popupClosed)
        case .nothing, .loading, .skipCard: return nil
        }
    }
}

extension TruexTimer {
    /// When a timer that was shown at `start` reaches 0; `nil` while it is held.
    fileprivate func end(from start: FrameTime) -> FrameTime? {
        guard seconds > 0 else { return start }
        guard rate < 0 else { return nil }
        return start + Duration(clamping: seconds / -rate, to: .length).frameCount
    }
}
