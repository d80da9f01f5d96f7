import Advertising
import MediaTime

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
