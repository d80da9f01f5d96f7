import Advertising
import MediaTime

/// A break of a stream for the true[X] coordinator.
package struct TruexPod: Hashable, Sendable, Codable, Identifiable {
    /// The id in the schedule.
    package var id: String

    /// In stream time, half-open.
    package var range: FrameRange

    package var slotType: TruexSlotType

    /// In playback order.
    package var ads: [Ad]

    /// What has to be told of the break itself; `nil` if nobody wants to learn of it.
    package var tracking: [AdTracking.Event]?

    /// The address that the operator typed to get the schedule; `nil` for a file, and if nobody
    /// wants to learn of the break and its ads.
    package var documentAddress: String?

    package init(id: String, range: FrameRange, slotType: TruexSlotType, ads: [Ad]) {
        self.id = id
        self.range = range
        self.slotType = slotType
        self.ads = ads
    }

    /// An ad of a pod.
    package struct Ad: Hashable, Sendable, Codable {
        package var range: FrameRange
        package var kind: Kind

        /// The server's id of an ad that has ``tracking``; `nil` for any other.
        package var id: String?

        /// What has to be told of the ad; `nil` if nobody wants to learn of it.
        package var tracking: AdTracking?

        package init(range: FrameRange, kind: Kind) {
            self.range = range
            self.kind = kind
        }
    }

    /// The kind according to the schedule.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case linear
        /// Only shown, so it takes no stream time and counts as no ad of the pod.
        case nonLinear
        /// The placeholder of a choice card.
        case truex
        /// A choice card that is heard as part of the stream.
        case truexCard
        /// The placeholder of an interactive video.
        case interactiveVideo
        /// The placeholder of a unit whose parameters are missing or unusable.
        case unusable
    }
}

extension TruexPod {
    /// Whether it has no ads or no length. Such a pod is not a break.
    package var isEmpty: Bool { range.isEmpty || ads.isEmpty }

    /// Whether ad servers want to learn of it, or of one of its ads.
    package var hasTracking: Bool { tracking != nil || ads.contains { $0.tracking != nil } }

    /// The placeholders and cards, in order. A choice card counts only as the first ad; elsewhere
    /// it plays as any ad (rule C7).
    package var stops: [TruexStop] {
        guard !isEmpty else { return [] }
        return ads.indices.compactMap { index in
            let ad = ads[index]
            guard range.contains(ad.range.start) else { return nil }
            let stop = TruexStop(
                id: TruexStop.ID(pod: id, ad: index), range: ad.range.intersection(range),
                kind: ad.kind)
            return switch ad.kind {
            case .linear, .nonLinear: nil
            case .truex, .truexCard: index == 0 ? stop : nil
            case .interactiveVideo, .unusable: stop
            }
        }
    }

    /// The ads played as part of the stream, with their index in the pod.
    package var linearAds: [(offset: Int, element: Ad)] {
        let stopped = Set(stops.map(\.id.ad))
        return ads.enumerated().filter {
            !stopped.contains($0.offset) && $0.element.kind != .nonLinear
        }
    }
}

/// A placeholder at which a stream stops or that it skips, or a choice card in the stream.
package struct TruexStop: Hashable, Sendable, Identifiable {
    package let id: ID

    /// In stream time, half-open.
    package let range: FrameRange

    package let kind: TruexPod.Kind

    /// Whether the listener can choose and earn a credit (rule C7).
    var offersChoice: Bool {
        switch kind {
        case .truex, .truexCard: true
        case .linear, .nonLinear, .interactiveVideo, .unusable: false
        }
    }

    /// Whether `position`, a stream's next frame, is at the stop. Some schedules have placeholders
    /// without length.
    package func isAt(_ position: FrameTime) -> Bool {
        range.contains(position) || position == range.start
    }

    /// The pod and ad, to find the unit's parameters in the schedule.
    package struct ID: Hashable, Sendable, Codable {
        package var pod: TruexPod.ID

        /// Counted from 0 within the pod.
        package var ad: Int

        package init(pod: TruexPod.ID, ad: Int) {
            self.pod = pod
            self.ad = ad
        }
    }
}

extension TruexPod {
    /// `nil` for a break that takes no stream time.
    package init?(_ adBreak: AdSchedule.Break) {
        let slotType: TruexSlotType
        switch adBreak.position {
        case .preroll: slotType = .preroll
        case .midroll, .postroll: slotType = .midroll
        case .pause, .overlay: return nil
        }
        self.init(
            id: adBreak.id, range: adBreak.range, slotType: slotType, ads: adBreak.ads.map(Ad.init))
        tracking = adBreak.beacons
    }
}

extension TruexPod.Ad {
    /// Without usable parameters, a unit becomes ``Kind/unusable``.
    init(_ ad: AdSchedule.Ad) {
        switch ad.kind {
        case .linear: self.init(range: ad.range, kind: .linear)
        case .nonLinear: self.init(range: ad.range, kind: .nonLinear)
        case .truex:
            self.init(range: ad.range, kind: ad.truexParameters == nil ? .unusable : .truex)
        // A card without a unit plays as any ad.
        case .truexCard:
            self.init(range: ad.range, kind: ad.truexParameters == nil ? .linear : .truexCard)
        case .idvx:
            self.init(
                range: ad.range,
                kind: ad.truexParameters == nil ? .unusable : .interactiveVideo)
        }
        guard let beacons = ad.beacons else { return }
        tracking = beacons
        id = ad.shortID
    }
}

extension AdSchedule {
    /// The breaks that are part of the stream.
    package var pods: [TruexPod] { breaks.compactMap(TruexPod.init) }

    /// The ad at a stop; `nil` if the schedule no longer has it.
    package func ad(at stop: TruexStop.ID) -> Ad? {
        guard let adBreak = breaks.first(where: { $0.id == stop.pod }),
            adBreak.ads.indices.contains(stop.ad)
        else { return nil }
        return adBreak.ads[stop.ad]
    }
}
