import Advertising

/// The addresses that a running station serves.
package struct StationAddresses: Codable, Sendable {
    package var url: String
    package var mp3: String?
    package var aac: String?
    package var opus: String?

    /// The multivariant playlist, and the media playlist of each form.
    package var hls: String?
    package var hlsForms: HLSForms

    package var spots: [Advertisement]
    package var banners: [String]
    package var muteMusic: String?
    package var api: String

    /// The address of the ad server, and of the log of its beacons.
    package var adTagURL: String
    package var beaconLogURL: String

    /// The address of true[X]'s ad server, for the standard placement and user.
    package var truexConfigURL: String?

    /// A file with pods, its live stream, and their schedules.
    package var withPods: String?
    package var liveWithPods: String?
    package var schedules: Schedules?

    package struct Schedules: Codable, Sendable {
        package var uplynk: String
        package var dai: String
        package var vmap: String
        package var live: String
    }

    package struct HLSForms: Codable, Sendable {
        package var ts: String?
        package var fmp4: String?
        package var aac: String?
        package var mp3: String?
    }

    init(base: String, manifest: StationManifest, forms: [HLSForm]) {
        url = base
        let playlist = { (form: HLSForm) in
            forms.contains(form) ? base + form.playlistPath : nil
        }
        hlsForms = HLSForms(
            ts: playlist(.ts), fmp4: playlist(.fmp4), aac: playlist(.aac), mp3: playlist(.mp3))
        hls = forms.contains { $0.codec == .aac } ? base + VariantList.path : nil
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
        adTagURL = base + AdTagRoutes.path(of: .vast)
        beaconLogURL = base + AdTagRoutes.logPath
        guard let pods = manifest.pods, manifest.truex != nil else { return }
        truexConfigURL = "\(base)/truex/config?placement_hash=lighthouse&user_id=listener"
        withPods = "\(base)/\(pods.file)"
        liveWithPods = base + TruexPart.mountPoint
        let schedule = { (name: String) in "\(base)/schedule/\(name)" }
        schedules = Schedules(
            uplynk: schedule("uplynk.json"), dai: schedule("dai.xml"),
            vmap: schedule("vmap.xml"), live: schedule("live.json"))
    }

    /// The base address of a station that listens at `host`.
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
    /// The spot with its media paths as addresses below `base`.
    func located(at base: String) -> Advertisement {
        var located = self
        located.audioFileURL = "\(base)/\(audioFileURL)"
        located.bannerFileURL = bannerFileURL.map { "\(base)/\($0)" }
        return located
    }
}
