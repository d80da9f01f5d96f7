import Advertising
import FoundationEssentials
import MediaTime

extension PodSchedule {
    /// The element of a VAST ad that has true[X]'s parameters.
    enum Carrier: Sendable {
        /// A companion with base64, as from Google DAI.
        case companion

        /// The linear creative, as from a generic tag.
        case adParameters
    }

    /// All pods as VMAP 1.0 with embedded VAST.
    func vmap(_ carrier: Carrier) -> String {
        let breaks = zip(pods, parameters).map { pod, parameters in
            let source = MarkupNode.element(
                "vmap:AdSource",
                attributes: [
                    ("id", pod.id), ("allowMultipleAds", "true"), ("followRedirects", "false"),
                ],
                [.element("vmap:VASTAdData", vast(pod, parameters, carrier))])
            let start = pod.range.start == .zero ? "start" : pod.range.start.clockTime
            return MarkupNode.element(
                "vmap:AdBreak",
                attributes: [("timeOffset", start), ("breakType", "linear"), ("breakId", pod.id)],
                [source])
        }
        return MarkupNode.element(
            "vmap:VMAP",
            attributes: [
                ("xmlns:vmap", "http://www.iab.net/videosuite/vmap"), ("version", "1.0"),
            ],
            breaks
        ).document
    }

    /// One pod as VAST 3.0, numbered from 1; `nil` if there is none.
    func vast(pod number: Int, _ carrier: Carrier) -> String? {
        guard pods.indices.contains(number - 1) else { return nil }
        return vast(pods[number - 1], parameters[number - 1], carrier).document
    }

    private func vast(_ pod: Pod, _ parameters: JSONNode, _ carrier: Carrier) -> MarkupNode {
        let text = parameters.json
        let ads = pod.ads.enumerated().map { index, ad in
            let creatives =
                index == 0 ? placeholder(ad, text, carrier) : [linear(ad, media: streamURL)]
            return MarkupNode.element(
                "Ad", attributes: [("id", "\(pod.id)-\(index + 1)"), ("sequence", "\(index + 1)")],
                [
                    .element(
                        "InLine",
                        .element("AdSystem", .text(index == 0 ? system : "Lighthouse Radio")),
                        .element("AdTitle", .text(ad.title)), .element("Impression"),
                        .element("Creatives", attributes: [], creatives))
                ])
        }
        return .element("VAST", attributes: [("version", "3.0")], ads)
    }

    private func placeholder(_ ad: Pod.Ad, _ parameters: String, _ carrier: Carrier) -> [MarkupNode]
    {
        let media = "\(base)/truex/placeholder.wav"
        switch carrier {
        case .adParameters:
            return [linear(ad, media: media, parameters: parameters)]
        case .companion:
            let wrapped = Data(parameters.utf8).base64EncodedString(
                options: .lineLength76Characters)
            let resource = MarkupNode.element(
                "StaticResource", attributes: [("creativeType", "application/json")],
                [.data("data:application/json;base64,\n\(wrapped)\n")])
            let companion = MarkupNode.element(
                "Companion",
                attributes: [("width", "960"), ("height", "540"), ("apiFramework", "truex")],
                [resource])
            return [
                linear(ad, media: media),
                .element("Creative", .element("CompanionAds", companion)),
            ]
        }
    }

    private func linear(_ ad: Pod.Ad, media: String, parameters: String? = nil) -> MarkupNode {
        let file = MarkupNode.element(
            "MediaFile",
            attributes: [
                ("delivery", "progressive"), ("type", ContentType.forFile(named: media)),
                ("width", "0"), ("height", "0"),
            ],
            [.data(media)])
        let length = FrameTime(Int64(ad.range.count)).clockTime
        let start: [MarkupNode] = [.element("Duration", .text(length))]
        let middle = parameters.map { [MarkupNode.element("AdParameters", .data($0))] } ?? []
        return .element(
            "Creative",
            .element("Linear", attributes: [], start + middle + [.element("MediaFiles", file)]))
    }
}
