import MediaTime

/// A file of the page, embedded in the binary.
package struct PageFile: Hashable, Sendable {
    /// The name in `Page/Files`, and in addresses after `/page/`.
    package let name: String

    package let bytes: [UInt8]

    /// The bytes for `Content-Encoding: gzip`.
    package let gzipped: [UInt8]

    /// The value of `Content-Type`.
    package let contentType: String

    /// Identifies the bytes.
    private let version: String

    private init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        gzipped = GzipCompression.compress(bytes)
        contentType = Self.contentType(of: name)
        version = Self.version(of: bytes)
    }

    /// The strong `ETag`, in quotes; it differs between codings.
    func entityTag(_ coding: ContentCoding) -> String {
        switch coding {
        case .identity: "\"\(version)\""
        case .gzip: "\"\(version)-gzip\""
        }
    }

    private static func contentType(of name: String) -> String {
        let types = [
            "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
            "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        ]
        let suffix = name.split(separator: ".").last.map(String.init)
        guard let type = suffix.flatMap({ types[$0] }) else {
            preconditionFailure("\(name): unknown type of file")
        }
        return type
    }

    /// The 64-bit FNV-1a hash and the length, which distinguish versions of a file.
    private static func version(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\(String(hash, radix: 16))-\(bytes.count)"
    }
}

extension PageFile {
    /// The file for `/`, the listener's page.
    package static let listener = page("index.html", PackageResources.index_html)

    /// The file for `/desk`, the operator's page.
    package static let desk = page("desk.html", PackageResources.desk_html)

    /// The elements that both pages have. A page names each by a line `<!-- NAME -->`.
    package static let parts = [
        "dialogs.html": PackageResources.dialogs_html,
        "notices.html": PackageResources.notices_html,
        "slot.html": PackageResources.slot_html, "stage.html": PackageResources.stage_html,
        "transport.html": PackageResources.transport_html,
    ]

    private static func page(_ name: String, _ bytes: [UInt8]) -> PageFile {
        let text = String(decoding: bytes, as: UTF8.self)
        let whole = parts.reduce(text) { text, part in
            text.replacing(
                "<!-- \(part.key) -->\n", with: String(decoding: part.value, as: UTF8.self))
        }
        return PageFile(name, Array(whole.utf8))
    }

    /// The file for `/page/NAME`; `nil` if there is none.
    package static func named(_ name: String) -> PageFile? { files[name] }

    /// The names that ``named(_:)`` knows.
    package static var names: [String] { files.keys.sorted() }

    private static let files = Dictionary(
        uniqueKeysWithValues: [
            PageFile("advert.js", PackageResources.advert_js),
            PageFile("artwork.js", PackageResources.artwork_js),
            PageFile("controls.js", PackageResources.controls_js),
            PageFile("count.js", PackageResources.count_js),
            PageFile("desk.js", PackageResources.desk_js),
            PageFile("dom.js", PackageResources.dom_js),
            PageFile("events.js", PackageResources.events_js),
            PageFile("feed.js", PackageResources.feed_js),
            PageFile("format.js", PackageResources.format_js),
            PageFile("hear.js", PackageResources.hear_js),
            PageFile("history.js", PackageResources.history_js),
            PageFile("latency.js", PackageResources.latency_js),
            PageFile("log.js", PackageResources.log_js),
            PageFile("main.js", PackageResources.main_js),
            PageFile("mark.svg", PackageResources.mark_svg),
            PageFile("memory.js", PackageResources.memory_js),
            PageFile("now.js", PackageResources.now_js),
            PageFile("player.js", PackageResources.player_js),
            PageFile("position.js", PackageResources.position_js),
            PageFile("queue.js", PackageResources.queue_js),
            PageFile("segments.js", PackageResources.segments_js),
            PageFile("silence.js", PackageResources.silence_js),
            PageFile("slider.js", PackageResources.slider_js),
            PageFile("start.js", PackageResources.start_js),
            PageFile("stations.js", PackageResources.stations_js),
            PageFile("style.css", PackageResources.style_css),
            PageFile("tabs.js", PackageResources.tabs_js),
            PageFile("timeline.js", PackageResources.timeline_js),
            PageFile("token.js", PackageResources.token_js),
            PageFile("truex.js", PackageResources.truex_js),
            PageFile("unit.js", PackageResources.unit_js),
            PageFile("views.js", PackageResources.views_js),
        ].map { ($0.name, $0) })
}
