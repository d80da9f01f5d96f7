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
