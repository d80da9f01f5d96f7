import MediaTime

/// What a viewer that is written down does with each choice card, and what comes after it.
package struct ViewerScript: Hashable, Sendable, Codable {
    /// In the order of their times.
    package private(set) var steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps.sorted { $0.after < $1.after }
    }

    /// One thing that the viewer does.
    package struct Step: Hashable, Sendable, Codable {
        /// Since the first choice card of a renderer was shown.
        package var after: Duration

        package var message: TruexMessage

        package init(after: Duration, _ message: TruexMessage) {
            self.after = after
            self.message = message
        }
    }

    /// What the viewer does, and when, with a card that is shown at `appearance`.
    package func agenda(from appearance: FrameTime) -> [(time: FrameTime, message: TruexMessage)] {
        steps.map { (appearance + $0.after.frameCount, $0.message) }
    }
}

extension ViewerScript {
    /// Reads `opt-in@2s,interact@5s,done@33s`; the times are read by `time`, whose error is thrown
    /// as it is.
    ///
    /// Throws a ``ParsingError`` otherwise.
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

    /// Why a text is no script.
    package enum ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        case noTime(String)
        case unknownAction(String)

        package var description: String {
            switch self {
            case .noTime(let item):
                "'\(item)' does not say when; write ACTION@T, as in opt-in@2s"
            case .unknownAction(let name):
                "'\(name)' is nothing that a viewer does; use one of "
                    + ViewerScript.messages.keys.sorted().joined(separator: ", ")
            }
        }
    }
}

extension ViewerScript {
    /// What a viewer does for whom nothing more is written down, with `view` that was shown at
    /// `appearance`; `nil` where it goes on by itself.
    ///
    /// He takes what he has earned, waits for no more than can be earned, and lets cards run out,
    /// so that no stream stands still for ever.
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
    /// When it has run down that began at `start`; `nil` while it stands still.
    fileprivate func end(from start: FrameTime) -> FrameTime? {
        guard seconds > 0 else { return start }
        guard rate < 0 else { return nil }
        return start + Duration(clamping: seconds / -rate, to: .length).frameCount
    }
}
