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

/// A place of a document where the parameters of true[X] may stand.
///
/// In the order in which they are asked: the newest of the published samples takes the companion
/// before the parameters of the ad, and some set-ups have nothing but an address.
enum TruexSource {
    /// What is in a companion ad that says it is true[X]'s.
    case companion(String)
    /// The `adParameters` of the ad.
    case parameters(JSONNode)
    /// The address alone, in the ad's description or beside it.
    case address(String)
}

extension TruexSource {
    var parameters: TruexAdParameters {
        get throws(UnusableTruexParameters) {
            switch self {
            case .companion(let text): try TruexAdParameters(parsing: Self.json(in: text))
            case .parameters(let node): try TruexAdParameters(node)
            case .address(let address):
                .twoStage(
                    try TruexReference(
                        configuration: address, userID: nil, placementHash: nil))
            }
        }
    }

    /// What remarks call it.
    var name: String {
        switch self {
        case .companion: "its companion's parameters"
        case .parameters: "its parameters"
        case .address: "its address"
        }
    }

    private static func json(in text: String) throws(UnusableTruexParameters) -> String {
        let text = text.trimmed
        if text.hasPrefix("{") { return text }
        guard let data = DataAddress(text) else {
            throw UnusableTruexParameters("are no data: address with JSON in it")
        }
        return data.text
    }
}
