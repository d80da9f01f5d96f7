import Foundation

// Screens and pictures.
extension Browser {
    /// Whether each page is looked at on every screen: `tools/test --full` sets `INTERLUDE_FULL`.
    static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"

    /// A person's screen.
    enum Screen: String {
        /// The narrowest one.
        case narrow
        case phone
        case phoneOnItsSide
        case desktop
        /// A phone of few rows.
        case small
        case tablet
        case wide

        static let all: [Screen] = [.narrow, .phone, .desktop, .small, .tablet, .wide]

        /// One of each width, upright.
        static let widths: [Screen] = [.narrow, .phone, .tablet, .desktop, .wide]

        /// Those on which breaks are watched: all with `tools/test --full`, else the extremes.
        static let layoutWidths = isFull ? widths : [.narrow, .desktop]

        fileprivate var metrics: [String: Any] {
            switch self {
            case .narrow: ["width": 320, "height": 640, "deviceScaleFactor": 2, "mobile": true]
            case .phone: ["width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true]
            case .phoneOnItsSide:
                ["width": 844, "height": 390, "deviceScaleFactor": 2, "mobile": true]
            case .desktop: ["width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false]
            case .small: ["width": 320, "height": 568, "deviceScaleFactor": 2, "mobile": true]
            case .tablet: ["width": 768, "height": 1024, "deviceScaleFactor": 1, "mobile": true]
            case .wide: ["width": 1920, "height": 1080, "deviceScaleFactor": 1, "mobile": false]
            }
        }
    }

    enum Light: String, CaseIterable {
        case light
        case dark
    }

    func show(on screen: Screen, by light: Light = .light) async throws {
        try await tellChromium("Emulation.setDeviceMetricsOverride", screen.metrics)
        try await tellChromium(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": light.rawValue],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
        // The next frame has the new settings.
        _ = try await finish(
            "requestAnimationFrame(() => requestAnimationFrame(() => done(true)))", as: Bool.self)
    }

    /// A screenshot as a PNG file.
    func picture() async throws -> Data {
        try Self.decoded(try await send("/screenshot", by: .get))
    }

    /// A picture of the whole page, also of what is below the window.
    func wholePicture() async throws -> Data {
        struct Taken: Decodable {
            let data: String
        }
        let size: [Double] = try await value(
            of: "(page => [page.scrollWidth, page.scrollHeight])(document.documentElement)")
        let taken = try await send(
            "/goog/cdp/execute",
            [
                "cmd": "Page.captureScreenshot",
                "params": [
                    "captureBeyondViewport": true,
                    "clip": ["x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1],
                ],
            ], as: Taken.self)
        return try Self.decoded(taken.data)
    }

    private static func decoded(_ text: String) throws -> Data {
        guard let picture = Data(base64Encoded: text) else {
            throw WebDriver.Failure(description: "the picture is not in Base64")
        }
        return picture
    }
}
