import PlainText

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
