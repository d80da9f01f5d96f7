import PlainText

/// Recognises true[X] ads (rule C4).
enum TruexDetection {
    /// Sets the kind of `ad`, and for an interactive ad the first usable parameters from `sources`.
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

    /// `VPAID` names only the API, so the creative or the parameters must also be true[X]'s.
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
            // `try?`: unreadable parameters do not identify true[X].
            return (try? JSONNode(parsing: text))?.members.map(hasSigns) ?? false
        case .parameters: return false
        }
    }

    private static func hasSigns(_ members: [String: JSONNode]) -> Bool {
        ["vast_config_url", "placement_hash", "card_configurations", "card_creative_url"]
            .contains { members[$0] != nil }
    }
}

/// A place in a document that may have true[X] parameters, in order of precedence.
///
/// The newest published sample prefers the companion to the ad's parameters. Some set-ups have only
/// an address.
enum TruexSource {
    /// The content of a companion marked as true[X]'s.
    case companion(String)
    /// The ad's `adParameters`.
    case parameters(JSONNode)
    /// An address only, in or beside the ad's description.
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

    /// The name in remarks.
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
            throw UnusableTruexParameters("are not a data: address with JSON")
        }
        return data.text
    }
}
