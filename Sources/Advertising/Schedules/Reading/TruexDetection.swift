import PlainText

/// Which ads are true[X]'s (rule C4).
enum TruexDetection {
    /// Gives `ad` its kind and, if it is an interactive one, the first of `sources` that can be
    /// used.
    static func complete(
        _ ad: inout AdSchedule.Ad, from sources: [TruexSource], name: String,
        remarks: inout Remarks
    ) {
        guard isTruex(ad, sources) else { return }
        ad.kind = ad.system?.trimmed.lowercased() == "idvx" ? .idvx : .truex
        for source in sources {
            do throws(UnusableTruexParameters) {
                let parameters = try source.parameters
                ad.truexParameters = parameters
                if parameters.isIDVx { ad.kind = .idvx }
                return
            } catch {
                remarks.add("\(name): \(source.name) \(error)")
            }
        }
    }

    /// `VPAID` says only how an ad is run, so that the creative or the parameters have to be
    /// true[X]'s as well.
    private static func isTruex(_ ad: AdSchedule.Ad, _ sources: [TruexSource]) -> Bool {
        let system = ad.system?.trimmed.lowercased() ?? ""
        if ["truex", "true[x]", "idvx"].contains(system) { return true }
        switch ad.apiFramework?.trimmed.lowercased() {
        case "truex": return true
        case "vpaid": return isOfTruex(ad.creative) || sources.contains(where: areOfTruex)
        case nil, .some:
            return sources.contains {
                if case .companion = $0 { true } else { false }
            }
        }
    }

    /// Whether an address is at a host of true[X].
    private static func isOfTruex(_ address: String?) -> Bool {
        guard let rest = address?.lowercased().split(separator: "//", maxSplits: 1).last else {
            return false
        }
        let host = rest.prefix(while: { !"/?#:".contains($0) })
        return host == "truex.com" || host.hasSuffix(".truex.com")
    }

    private static func areOfTruex(_ source: TruexSource) -> Bool {
        switch source {
        case .companion: return true
        case .address: return false
        case .parameters(.object(let members)): return hasSigns(members)
        case .parameters(.string(let text)):
            // try?: what cannot be read says nothing of true[X].
            return (try? JSONNode(parsing: text))?.members.map(hasSigns) ?? false
        case .parameters: return false
        }
    }

    private static func hasSigns(_ members: [String: JSONNode]) -> Bool {
        ["vast_config_url", "placement_hash", "card_configurations", "card_creative_url"]
            .contains { members[$0] != nil }
    }
}
