import Advertising
import MediaTime

/// One break of a stream, as far as true[X] is concerned.
package struct TruexPod: Hashable, Sendable, Codable, Identifiable {
    /// What the schedule calls it.
    package var id: String

    /// Where in the stream it is; half-open, so that its end is the first frame after it.
    package var range: FrameRange

    package var slotType: TruexSlotType

    /// In the order in which they are heard.
    package var ads: [Ad]

    package init(id: String, range: FrameRange, slotType: TruexSlotType, ads: [Ad]) {
        self.id = id
        self.range = range
        self.slotType = slotType
        self.ads = ads
    }

    /// One ad of a pod.
    package struct Ad: Hashable, Sendable, Codable {
        package var range: FrameRange
        package var kind: Kind

        package init(range: FrameRange, kind: Kind) {
            self.range = range
            self.kind = kind
        }
    }

    /// What a schedule says of an ad.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case linear
        /// The placeholder of a choice card.
        case truex
        /// A choice card that is part of the stream, and heard.
        case truexCard
        /// The placeholder of an interactive video.
        case interactiveVideo
        /// The placeholder of a unit whose parameters are missing or cannot be understood.
        case unusable
    }
}

extension TruexPod {
    /// Whether there is nothing in it: then it is no break at all.
    package var isEmpty: Bool { range.isEmpty || ads.isEmpty }

    /// The places of units, in order: a choice card is one only where it comes first; elsewhere it
    /// is played like any ad (rule C7).
    package var stops: [TruexStop] {
        guard !isEmpty else { return [] }
        return ads.indices.compactMap { index in
            let ad = ads[index]
            guard range.contains(ad.range.start) else { return nil }
            let stop = TruexStop(
                id: TruexStop.ID(pod: id, ad: index), range: ad.range.intersection(range),
                kind: ad.kind)
            return switch ad.kind {
            case .linear: nil
            case .truex, .truexCard: index == 0 ? stop : nil
            case .interactiveVideo, .unusable: stop
            }
        }
    }

    /// The ads that are heard as any, each with its place among all ads of the pod.
    package var linearAds: [(offset: Int, element: Ad)] {
        let stopped = Set(stops.map(\.id.ad))
        return ads.enumerated().filter { !stopped.contains($0.offset) }
    }
}

/// A placeholder at which a stream stops, or which it at least leaves out; or a choice card in the
/// stream, under which it goes on.
package struct TruexStop: Hashable, Sendable, Identifiable {
    package let id: ID

    /// The placeholder in the stream, half-open.
    package let range: FrameRange

    package let kind: TruexPod.Kind

    /// Whether its unit lets the listener choose, and earn a credit (rule C7).
    var offersChoice: Bool {
        switch kind {
        case .truex, .truexCard: true
        case .linear, .interactiveVideo, .unusable: false
        }
    }

    /// Whether a stream whose next frame is `position` is at it. Some schedules have placeholders
    /// of no length, at which nothing is left out.
    package func isAt(_ position: FrameTime) -> Bool {
        range.contains(position) || position == range.start
    }

    /// Which ad of which pod: where a schedule has the unit's parameters.
    package struct ID: Hashable, Sendable, Codable {
        package var pod: TruexPod.ID

        /// Counted from 0 among the ads of the pod.
        package var ad: Int

        package init(pod: TruexPod.ID, ad: Int) {
            self.pod = pod
            self.ad = ad
        }
    }
}

extension TruexPod {
    /// A break of a schedule; `nil` for one that takes no time of the stream.
    package init?(_ adBreak: AdSchedule.Break) {
        let slotType: TruexSlotType
        switch adBreak.position {
        case .preroll: slotType = .preroll
        case .midroll, .postroll: slotType = .midroll
        case .pause, .overlay: return nil
        }
        self.init(
            id: adBreak.id, range: adBreak.range, slotType: slotType, ads: adBreak.ads.map(Ad.init))
    }
}

extension TruexPod.Ad {
    /// An ad of a schedule; a unit needs parameters that can be used.
    init(_ ad: AdSchedule.Ad) {
        switch ad.kind {
        case .linear: self.init(range: ad.range, kind: .linear)
        case .truex:
            self.init(range: ad.range, kind: ad.truexParameters == nil ? .unusable : .truex)
        // One that cannot be answered is an ad like any.
        case .truexCard:
            self.init(range: ad.range, kind: ad.truexParameters == nil ? .linear : .truexCard)
        case .idvx:
            self.init(
                range: ad.range,
                kind: ad.truexParameters == nil ? .unusable : .interactiveVideo)
        }
    }
}

extension AdSchedule {
    /// The breaks that are part of the stream, for a coordinator.
    package var pods: [TruexPod] { breaks.compactMap(TruexPod.init) }

    /// The ad in the place of this stop; `nil` if there is none any more.
    package func ad(at stop: TruexStop.ID) -> Ad? {
        guard let adBreak = breaks.first(where: { $0.id == stop.pod }),
            adBreak.ads.indices.contains(stop.ad)
        else { return nil }
        return adBreak.ads[stop.ad]
    }
}
