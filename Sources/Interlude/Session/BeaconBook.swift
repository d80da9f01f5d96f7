import AdPlayback
import Advertising
import MediaTime

/// Tells ad servers what became of the ads that they have decided on: each event once, in the order
/// in which it was heard. What the listener allows is passed with each event.
struct BeaconBook: Hashable, Sendable {
    /// How many beacons there were; the number of the last one.
    private var count = 0

    /// The beacons that are not settled, by number.
    private var open: [Int: Beacon] = [:]

    /// The beacons of earlier sessions that wait for a consent. If none comes, they stay on disk.
    private var left: [Beacon] = []

    /// Whether the last one was dropped because too many are open.
    private var isFull = false

    /// The ads of ad servers that are heard: two in a crossfade.
    private var heard: [HeardAd] = []

    /// Whether the volume of advertisements is turned down to nothing.
    private var isMuted = false

    private struct HeardAd: Hashable, Sendable {
        let spot: Advertisement
        let subject: Beacon.Subject?
        /// The output frame at which it began, moved by the time for which it has stood still.
        var begin: FrameTime
        var pause: FrameTime?
        /// Whether its picture was seen.
        var isViewed = false
    }

    /// The beacons that are not settled, oldest first.
    var openNumbers: [Int] { open.keys.sorted() }

    /// The most beacons that are not settled. Those beyond are not sent.
    static let limit = 10_000

    /// Takes over beacons that earlier sessions have left.
    mutating func adopt(
        _ beacons: [Beacon], under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        left += beacons
        sendLeft(under: privacy, at: frame, &outbox)
    }

    /// Sends the beacons of earlier sessions once the listener allows it.
    mutating func sendLeft(
        under privacy: AdPrivacy, at frame: FrameTime, _ outbox: inout SessionOutbox
    ) {
        guard privacy.allowsRequests else { return }
        for var beacon in left {
            // The ids are those of another session.
            beacon.subject = nil
            beacon.streamAd = nil
            open(beacon, at: frame, &outbox)
        }
        left = []
    }

    /// Follows an ad that is loaded, heard or left out. The programme is at `place`; `nil` if that is
    /// not known.
    mutating func note(
        _ event: AdEvent, at place: FrameTime? = nil, under privacy: AdPrivacy,
        _ outbox: inout SessionOutbox
    ) {
        guard let spot = event.spot, let tracking = spot.tracking else { return }
        let subject = event.slot.map {
            Beacon.Subject(breakID: event.breakID?.rawValue, slot: $0.rawValue, spot: spot.id)
        }
        if case .slotStarted = event.kind {
            heard.append(HeardAd(spot: spot, subject: subject, begin: event.frame))
        }
        follow(event, of: subject)
        let ad = heard.first { $0.subject == subject }
        let values = values(of: spot, heardAs: ad, at: event.frame, place)
        func send(_ kind: String, to addresses: [String], code: Int? = nil) {
            queue(
                kind, to: addresses, code: code, from: spot.documentAddress, subject,
                values, under: privacy, at: event.frame, &outbox)
        }
        switch event.kind {
        case .slotStarted:
            let notExecuted = AdTracking.verificationNotExecuted
            queue(
                notExecuted, to: tracking.addresses(for: notExecuted), from: spot.documentAddress,
                subject, values.merging(["REASON": Self.notSupported]) { $1 }, under: privacy,
                at: event.frame, &outbox)
            send("start", to: tracking.addresses(for: "start"))
        case .slotImpression: send("impression", to: tracking.impressions)
        case .slotProgress(let offset):
            send("progress", to: tracking.addresses(forProgressTo: offset))
        case .slotFailed(let failure):
            send("error", to: tracking.errors, code: failure.code)
        default:
            guard let name = event.kind.vastName else { break }
            send(name, to: tracking.addresses(for: name))
        }
        if event.kind.isEnd { heard.removeAll { $0.subject == subject } }
    }

    /// Why the program of a verification is not run: this player runs none (VAST 4.3, section 3.16).
    private static let notSupported = "2"

    /// Keeps the time for which the ad that is heard stands still.
    private mutating func follow(_ event: AdEvent, of subject: Beacon.Subject?) {
        guard let index = heard.firstIndex(where: { $0.subject == subject }) else { return }
        if case .slotPaused = event.kind { heard[index].pause = event.frame }
        if case .slotResumed = event.kind, let pause = heard[index].pause {
            heard[index].begin = heard[index].begin + (event.frame - pause)
            heard[index].pause = nil
        }
    }

    /// The values of macros for a beacon of `spot` (VAST 4.3, section 6), which is heard as `ad`; `nil`
    /// if it is not heard.
    private func values(
        of spot: Advertisement, heardAs ad: HeardAd? = nil, at frame: FrameTime,
        _ place: FrameTime? = nil
    ) -> [String: String] {
        var values = ["ADTYPE": "audio"]
        values.merge(spot.tracking?.facts ?? [:]) { $1 }
        values["SERVERSIDE"] = "0"
        if isMuted { values["PLAYERSTATE"] = "muted" }
        if let ad {
            let played = (ad.pause ?? frame) - ad.begin + spot.startOffset.frameCount
            values["ADPLAYHEAD"] = Duration.frames(max(0, played)).asVAST
        }
        if let place {
            let time = Duration.frames(Int(clamping: max(0, place.frames))).asVAST
            values["MEDIAPLAYHEAD"] = time
            values["CONTENTPLAYHEAD"] = time
        }
        return values
    }

    /// Follows a click of the listener on the banner of `spot`.
    mutating func noteClick(
        _ spot: Advertisement, under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard let tracking = spot.tracking else { return }
        // The banner is that of the ad that began last.
        let ad = heard.last { $0.spot.id == spot.id }
        queue(
            AdTracking.click, to: tracking.addresses(for: AdTracking.click),
            from: spot.documentAddress, ad?.subject, values(of: spot, heardAs: ad, at: frame),
            under: privacy, at: frame, &outbox)
    }

    /// Records that the listener sees the picture beside the ad that is heard. The servers learn of
    /// the first time only.
    mutating func noteView(
        _ spot: Advertisement, under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard let index = heard.lastIndex(where: { $0.spot.id == spot.id }),
            !heard[index].isViewed, let tracking = spot.tracking
        else { return }
        heard[index].isViewed = true
        queue(
            AdTracking.companionView, to: tracking.addresses(for: AdTracking.companionView),
            from: spot.documentAddress, heard[index].subject,
            values(of: spot, heardAs: heard[index], at: frame), under: privacy, at: frame, &outbox)
    }

    /// Follows the volume of advertisements, as a factor.
    mutating func note(
        volume: Float, under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        let wasMuted = isMuted
        isMuted = volume <= 0
        guard isMuted != wasMuted else { return }
        let name = isMuted ? "mute" : "unmute"
        for ad in heard {
            let addresses = ad.spot.tracking?.addresses(for: name) ?? []
            queue(
                name, to: addresses, from: ad.spot.documentAddress, ad.subject,
                values(of: ad.spot, heardAs: ad, at: frame), under: privacy, at: frame, &outbox)
        }
    }

    /// Reports an ad that was not begun, with the code of the error if it is one (VAST 4.3, sections
    /// 2.3.6 and 3.14.1).
    mutating func sendUnused(
        _ ad: LeftOutAd, under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        let spot = ad.spot
        guard let tracking = spot.tracking else { return }
        let values = values(of: spot, at: frame)
        if let code = ad.reason.code {
            queue(
                "error", to: tracking.errors, code: code.rawValue, from: spot.documentAddress, nil,
                values, under: privacy, at: frame, &outbox)
        }
        queue(
            "notUsed", to: tracking.addresses(for: "notUsed"), from: spot.documentAddress, nil,
            values, under: privacy, at: frame, &outbox)
    }

    /// Reports what has become of a break in a list of breaks.
    mutating func send(
        _ told: BreakTold, under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        let addresses = told.tracking.events.filter { $0.name == told.event }.map(\.address)
        queue(
            told.event, to: addresses,
            code: told.event == "error" ? VASTError.undefined.rawValue : nil,
            from: told.tracking.documentAddress, nil, under: privacy, at: frame, &outbox)
    }

    /// Reports what was heard of an ad that is part of the stream.
    mutating func send(
        _ told: StitchedAds.Told, under privacy: AdPrivacy, _ outbox: inout SessionOutbox
    ) {
        queue(
            told.kind, to: told.addresses, from: told.documentAddress, nil, under: privacy,
            told.subject, at: told.frame, &outbox)
    }

    /// Reports ads of a decision that cannot be heard.
    mutating func send(
        _ reports: [AdDecision.Report], under privacy: AdPrivacy, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        for report in reports {
            queue(
                "error", to: report.addresses, code: report.code, from: report.documentAddress, nil,
                under: privacy, at: frame, &outbox)
        }
    }

    /// Sends beacons that are due, unless the listener has not consented.
    private mutating func queue(
        _ kind: String, to addresses: [String], code: Int? = nil, from documentAddress: String?,
        _ subject: Beacon.Subject?, _ values: [String: String] = [:], under privacy: AdPrivacy,
        _ streamAd: Beacon.StreamAd? = nil, at frame: FrameTime, _ outbox: inout SessionOutbox
    ) {
        guard privacy.allowsRequests else { return }
        let values = privacy.macros.merging(values) { $1 }
        for address in addresses {
            let beacon = Beacon(
                number: 0, kind: kind, address: address, code: code,
                documentAddress: documentAddress, subject: subject, streamAd: streamAd,
                values: values.isEmpty ? nil : values)
            open(beacon, at: frame, &outbox)
        }
    }

    /// Numbers a beacon, and has it sent.
    private mutating func open(
        _ beacon: Beacon, at frame: FrameTime, _ outbox: inout SessionOutbox
    ) {
        guard open.count < Self.limit else {
            if !isFull {
                outbox.warn(
                    "\(Self.limit) beacons are waiting; further ones are not sent", at: frame)
            }
            isFull = true
            return
        }
        isFull = false
        count += 1
        var beacon = beacon
        beacon.number = count
        log("tracking.queued", beacon, at: frame, &outbox)
        open[count] = beacon
        outbox.send(.track(beacon))
    }

    /// Records what became of a beacon.
    mutating func settle(
        _ number: Int, _ outcome: BeaconOutcome, at frame: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        guard let beacon = open[number] else { return }
        switch outcome {
        case .confirmed(let status):
            open[number] = nil
            let field = JSONValue.integer(Int64(status))
            log("tracking.confirmed", beacon, at: frame, &outbox, ["status": field])
        case .retried(let reason):
            log("tracking.retried", beacon, at: frame, &outbox, ["reason": .string(reason)])
        case .gaveUp(let reason):
            open[number] = nil
            log("tracking.gaveUp", beacon, at: frame, &outbox, ["reason": .string(reason)])
        }
    }

    private func log(
        _ name: String, _ beacon: Beacon, at frame: FrameTime,
        _ outbox: inout SessionOutbox, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        var record = EventRecord(name, at: frame)
        if let subject = beacon.subject {
            if let id = subject.breakID { record.add("break", .integer(Int64(id))) }
            record.add("slot", .integer(Int64(clamping: subject.slot)))
            record.add("spot", .integer(Int64(subject.spot)))
        }
        if let ad = beacon.streamAd {
            record.add("break", .string(ad.pod))
            if let index = ad.ad { record.add("ad", .integer(Int64(index) + 1)) }
            if let id = ad.id { record.add("adId", .string(id)) }
        }
        record.add("kind", .string(beacon.kind))
        record.add("url", .string(beacon.address))
        if let code = beacon.code { record.add("code", .integer(Int64(code))) }
        if beacon.storedID != nil { record.add("earlier", .bool(true)) }
        for (name, value) in fields { record.add(name, value) }
        outbox.write([record])
    }
}

extension AdEvent.Kind {
    /// The VAST event that is told as it is (VAST 4.3, section 3.14.1); `nil` for any other.
    fileprivate var vastName: String? {
        switch self {
        case .slotLoaded: "loaded"
        case .slotFirstAudible: "creativeView"
        case .slotFirstQuartile: "firstQuartile"
        case .slotMidpoint: "midpoint"
        case .slotThirdQuartile: "thirdQuartile"
        case .slotCompleted: "complete"
        case .slotPaused: "pause"
        case .slotResumed: "resume"
        case .slotSkipped(.listener): "skip"
        case .slotNotUsed: "notUsed"
        default: nil
        }
    }

    /// Whether nothing follows for the slot.
    fileprivate var isEnd: Bool {
        switch self {
        case .slotCompleted, .slotSkipped, .slotFailed, .slotNotUsed: true
        default: false
        }
    }
}

extension Duration {
    /// As VAST writes it: `hh:mm:ss.mmm`.
    fileprivate var asVAST: String {
        let milliseconds = Int(saturating: (inSeconds * 1000).rounded())
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let seconds = milliseconds / 1000
        return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
            + padded(seconds % 60, 2) + "." + padded(milliseconds % 1000, 3)
    }
}
