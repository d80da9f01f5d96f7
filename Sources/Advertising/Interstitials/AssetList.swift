import MediaTime

/// The media of an HLS interstitial, as a server lists them (RFC 8216bis, appendix D.2).
package struct AssetList: Hashable, Sendable {
    /// In the order in which they play; empty if there are none this time.
    package private(set) var assets: [Asset]

    package struct Asset: Hashable, Sendable {
        /// Absolute, or relative to the address of the list.
        package var address: String

        /// `nil` if the list does not say how long it is.
        package var duration: Duration?
    }

    /// The size limit for the document.
    package static let byteLimit = 256 << 10

    /// How many assets a list may have; the others are left out.
    package static let assetLimit = 60

    /// Reads `{"ASSETS": [{"URI", "DURATION"}]}`. An entry without an address is left out.
    package init(parsing text: String) throws(AssetListError) {
        let root: JSONNode
        do throws(AdScheduleError.Reason) {
            root = try JSONNode(parsing: text)
        } catch {
            throw .notJSON(error.words)
        }
        guard let entries = root["ASSETS"]?.elements else { throw .noAssets }
        assets = Array(
            entries.lazy.compactMap { entry in
                guard let address = entry["URI"]?.text, !address.isEmpty else { return nil }
                return Asset(
                    address: address,
                    duration: entry["DURATION"]?.double.flatMap {
                        // try?: an impossible length is as good as none.
                        try? Duration(checking: $0, within: .length)
                    })
            }.prefix(Self.assetLimit))
    }
}

/// A document that is no list of assets.
package enum AssetListError: Error, Hashable, CustomStringConvertible {
    case notJSON(String)
    case noAssets

    package var description: String {
        switch self {
        case .notJSON(let words): "the list of assets \(words)"
        case .noAssets: "the list of assets has no ASSETS; ask the station for it"
        }
    }
}
