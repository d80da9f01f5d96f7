import Advertising
import MediaTime

/// The breaks of a programme as VMAP 1.0, each filled from the station's ad server.
struct AdTagSchedule: Sendable {
    private let base: String
    private let call: Int
    private let request: AdTagRequest
    private let spots: [Advertisement]
    private let offsets: [String]
    /// Whether the ads are in the schedule itself, and not behind an address.
    private let isInline: Bool

    /// The most breaks of a schedule.
    private static let limit = 1000

    /// `?at=` has the offsets of the breaks: `start`, `end`, seconds, or any offset of VMAP.
    init(
        _ fields: QueryFields, base: String, call: Int, spots: [Advertisement]
    ) throws(RequestRefusal) {
        self.base = base
        self.call = call
        self.spots = spots
        request = try AdTagRequest(fields, dialect: .vast)
        isInline = fields["inline"] == "yes"
        let names = (fields["at"] ?? "start,30,end").split(separator: ",").prefix(Self.limit)
        offsets = names.map { name in
            guard let seconds = Double(name), seconds >= 0 else { return String(name) }
            return FrameTime(Duration(clamping: seconds, to: .position)).clockTime
        }
    }

    var root: MarkupNode {
        .element(
            "vmap:VMAP",
            attributes: [
                ("xmlns:vmap", "http://www.iab.net/videosuite/vmap"), ("version", "1.0"),
            ],
            offsets.enumerated().map { adBreak($0 + 1, at: $1) })
    }

    private func adBreak(_ number: Int, at offset: String) -> MarkupNode {
        let events = ["breakStart", "breakEnd", "error"].map { event in
            MarkupNode.element(
                "vmap:Tracking", attributes: [("event", event)],
                [
                    .data(
                        "\(base)\(AdTagRoutes.beaconPath)?event=\(event)&ad=break-\(number)"
                            + "&call=\(call)&level=0&code=[ERROR_CODE]")
                ])
        }
        return .element(
            "vmap:AdBreak",
            attributes: [
                ("timeOffset", offset), ("breakType", "linear"), ("breakId", "break-\(number)"),
            ],
            [
                .element(
                    "vmap:AdSource",
                    attributes: [
                        ("id", "source-\(number)"), ("allowMultipleAds", "true"),
                        ("followRedirects", "true"),
                    ],
                    [source]),
                .element("vmap:TrackingEvents", attributes: [], events),
            ])
    }

    private var source: MarkupNode {
        if isInline {
            let ads = AdTagDocument(base: base, call: call, request: request, spots: spots)
            return .element("vmap:VASTAdData", ads.root)
        }
        let query =
            "version=\(request.form.version)&ads=\(request.adCount)&first=\(request.first)"
            + "&wrappers=\(request.wrapperCount)"
            + (request.skipOffset.map { "&skip=\($0)" } ?? "")
        return .element(
            "vmap:AdTagURI", attributes: [("templateType", "vast\(request.form.major)")],
            [.data("\(base)\(AdTagRoutes.path(of: .vast))?\(query)")])
    }
}
