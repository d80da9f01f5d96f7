import AdPlayback
import MediaTime
import PlainText

extension PlayerStatus {
    /// The status for scripts: times in seconds, gain as a factor, and no unknown values.
    public var json: JSONValue {
        .present([
            "state": .string(state.rawValue),
            "source": .string(source.hidingPasswords),
            "failed": failedSource?.json ?? .null,
            "sink": JSONValue(sink),
            "title": JSONValue(title),
            "station": JSONValue(station),
            "position": .decimal(position.inSeconds),
            "length": JSONValue(length?.inSeconds),
            "behindLive": JSONValue(behindLive?.inSeconds),
            "availableDelay": JSONValue(availableDelay?.inSeconds),
            "break": adBreak?.json ?? .null,
            "truex": truex.summary,
            "queuedSpots": .integer(Int64(queuedSpots)),
            "volume": .decimal(Double(volume.linear)),
            "loudness": JSONValue(loudness),
            "buffered": .decimal(buffered.inSeconds),
            "underruns": .integer(Int64(underruns)),
        ])
    }
}

extension PlayerStatus.FailedSource {
    /// The failed source for scripts: its name, the reason, and the output time in seconds.
    fileprivate var json: JSONValue {
        [
            "source": .string(source.hidingPasswords),
            "reason": .string(reason.hidingPasswords.printable(limit: 1000)),
            "t": .decimal(outputTime.inSeconds),
        ]
    }
}

extension BreakStatus {
    /// The break for scripts, with times in seconds.
    public var json: JSONValue {
        .present([
            "id": .string(String(number)),
            "policy": .string(policy.rawValue),
            "spot": .integer(Int64(spotNumber)),
            "spots": .integer(Int64(spotCount)),
            "title": .string(advertisement.title.printable(limit: 500)),
            "adId": JSONValue(advertisement.adID?.description),
            "spotGain": JSONValue(spotDecibels),
            "spotRemaining": .decimal(spotRemaining.inSeconds),
            "remaining": JSONValue(remaining?.inSeconds),
            "remainingAtLeast": remaining == nil ? .decimal(leastRemaining.inSeconds) : .null,
        ])
    }
}

extension TruexView {
    /// The interactive ad for scripts: the kind of view, and the remaining seconds.
    fileprivate var summary: JSONValue {
        switch self {
        case .nothing: .null
        case .loading: ["view": "loading"]
        case .choiceCard(let card):
            .present(["view": "choiceCard", "left": JSONValue(card.left?.seconds)])
        case .engagement(let unit):
            [
                "view": "engagement", "left": .decimal(unit.attentionLeft.seconds),
                "exit": .string(unit.exit.rawValue),
            ]
        case .cancelPrompt: ["view": "cancelPrompt"]
        case .skipCard(let card): ["view": "skipCard", "left": .decimal(card.left.seconds)]
        case .popup: ["view": "popup"]
        }
    }
}
