import Advertising

/// What a running station serves, in absolute addresses.
package struct StationAddresses: Codable, Sendable {
    package var url: String
    package var mp3: String?
    package var aac: String?
    package var opus: String?
    package var spots: [Advertisement]
    package var banners: [String]
    package var muteMusic: String?
    package var api: String

    init(base: String, manifest: StationManifest) {
        url = base
        let address = { (codec: LiveCodec) in
            manifest.programme.path(codec).map { _ in base + codec.mountPoint }
        }
        mp3 = address(.mp3)
        aac = address(.aac)
        opus = address(.opus)
        spots = manifest.spots.map { $0.located(at: base) }
        banners = spots.compactMap(\.bannerFileURL)
        muteMusic = manifest.muteMusic.map { "\(base)/\($0)" }
        api = base + "/api"
    }

    /// The address under which a station is found that listens at `host`.
    static func base(host: String, port: Int) -> String {
        let name =
            switch host {
            case "0.0.0.0", "": "127.0.0.1"
            case "::": "[::1]"
            default: host.contains(":") ? "[\(host)]" : host
            }
        return "http://\(name):\(port)"
    }
}

extension Advertisement {
    /// The spot with addresses below `base` in place of paths in a media folder.
    func located(at base: String) -> Advertisement {
        var located = self
        located.audioFileURL = "\(base)/\(audioFileURL)"
        located.bannerFileURL = bannerFileURL.map { "\(base)/\($0)" }
        return located
    }
}
