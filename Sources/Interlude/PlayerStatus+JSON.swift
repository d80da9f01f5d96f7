import AdPlayback
import Advertising
import MediaTime
import PlainText

extension PlayerStatus {
    /// The version of ``json``: a change that could break a reader increases it. New members do not.
    public static let schema = 1

    /// The status for scripts and pages, as `interlude ctl status` and `/api/state` give it.
    ///
    /// Times are in seconds, gain is a factor. Every member is always there; `null` stands for a
    /// value that is unknown or does not apply. docs/status.md describes each member.
    public var json: JSONValue {
        [
            "schema": .integer(Int64(Self.schema)),
            "t": .decimal(outputTime.inSeconds),
            "state": .string(state.rawValue),
            "paused": .bool(isPaused),
            "source": .string(source.withoutUserInfo),
            "failed": failedSource?.json ?? .null,
            "sink": JSONValue(sink),
            "device": device.json,
            "title": JSONValue(title),
            "station": JSONValue(station),
            "artwork": JSONValue(artwork?.address),
            "position": .decimal(position.inSeconds),
            "length": JSONValue(length?.inSeconds),
            "behindLive": JSONValue(behindLive?.inSeconds),
            "availableDelay": JSONValue(availableDelay?.inSeconds),
            "break": adBreak?.json ?? .null,
            "truex": truex.summary,
            "next": .array(comingBreaks.map(\.json)),
            "queue": .array(waitingSpots.map(\.queuedJSON)),
            "queuedSpots": .integer(Int64(queuedSpots)),
            "volume": .decimal(Double(volume.linear)),
            "adVolume": .decimal(Double(adVolume.linear)),
            "mute": JSONValue(mute?.rawValue),
            "loudness": JSONValue(loudness),
            "buffered": .decimal(buffered.inSeconds),
            "underruns": .integer(Int64(underruns)),
            "sinkWait": JSONValue(sinkWait?.inSeconds),
            "reconnection": reconnection?.json ?? .null,
            "fleet": fleet?.json ?? .null,
            "allowed": controls.json,
        ]
    }
}

extension PlayerStatus.Fleet {
    fileprivate var json: JSONValue {
        [
            "address": .string(address.withoutUserInfo), "name": .string(name),
            "joined": .bool(isJoined),
            "reason": JSONValue(reason?.hidingPasswords.printable(limit: 1000)),
        ]
    }
}

extension PlayerStatus.Device {
    fileprivate var json: JSONValue {
        [
            "present": .bool(isPresent), "percent": JSONValue(volumePercent),
            "muted": .bool(isMuted), "reason": JSONValue(reason?.printable(limit: 1000)),
        ]
    }
}

extension PlayerStatus.FailedSource {
    /// The failed source for scripts: its name, the reason, and the output time in seconds.
    fileprivate var json: JSONValue {
        [
            "source": .string(source.withoutUserInfo),
            "reason": .string(reason.hidingPasswords.printable(limit: 1000)),
            "t": .decimal(outputTime.inSeconds),
        ]
    }
}

extension PlayerStatus.Reconnection {
    fileprivate var json: JSONValue {
        [
            "try": .integer(Int64(tryCount)), "remaining": JSONValue(remaining?.inSeconds),
            "reason": JSONValue(reason?.hidingPasswords.printable(limit: 1000)),
        ]
    }
}

extension BreakStatus {
    /// The break for scripts, with times in seconds.
    public var json: JSONValue {
        isSlate ? .object(members + [JSONMember("slate", .bool(true))]) : .object(members)
    }

    private var members: [JSONMember] {
        let fields: KeyValuePairs<String, JSONValue> = [
            "id": .string(String(number)),
            "policy": .string(policy.rawValue),
            "spot": .integer(Int64(spotNumber)),
            "spots": .integer(Int64(spotCount)),
            "title": .string(advertisement.title.printable(limit: 500)),
            "adId": JSONValue(advertisement.adID?.description),
            "spotGain": JSONValue(spotDecibels),
            "spotRemaining": .decimal(spotRemaining.inSeconds),
            "skipIn": JSONValue(skipWait?.inSeconds),
            "remaining": JSONValue(remaining?.inSeconds),
            "remainingAtLeast": remaining == nil ? .decimal(leastRemaining.inSeconds) : .null,
        ]
        return fields.map { JSONMember($0.key, $0.value) }
    }
}

extension TruexView {
    /// The interactive ad for scripts: the kind of view, the remaining seconds, and the exit.
    fileprivate var summary: JSONValue {
        switch self {
        case .nothing: .null
        case .loading: Self.brief("loading")
        case .choiceCard(let card): Self.brief("choiceCard", left: card.left?.seconds)
        case .engagement(let unit):
            Self.brief("engagement", left: unit.attentionLeft.seconds, exit: unit.exit)
        case .cancelPrompt: Self.brief("cancelPrompt")
        case .skipCard(let card): Self.brief("skipCard", left: card.left.seconds)
        case .popup: Self.brief("popup")
        }
    }

    private static func brief(
        _ view: String, left: Double? = nil, exit: Exit? = nil
    ) -> JSONValue {
        [
            "view": .string(view), "left": JSONValue(left), "exit": JSONValue(exit?.rawValue),
        ]
    }
}

extension ComingBreak {
    fileprivate var json: JSONValue {
        ["breakIn": .decimal(wait.inSeconds), "spots": .integer(Int64(spotCount))]
    }
}

extension Advertisement {
    /// The spot as a member of the queue.
    fileprivate var queuedJSON: JSONValue {
        [
            "id": .string(String(id)), "adId": JSONValue(adID?.description),
            "title": .string(title), "description": .string(description),
            "duration": JSONValue(duration?.inSeconds),
        ]
    }
}

extension ListenerControls {
    fileprivate var json: JSONValue {
        [
            "pause": .bool(pause), "resume": .bool(resume), "seek": .bool(seek),
            "skip": .bool(skip), "live": .bool(live), "delay": .bool(delay),
        ]
    }
}
