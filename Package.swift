// swift-tools-version: 6.2
import PackageDescription

/// Where libFuzzer is, if `tools/fuzz` builds a fuzzer; the code then counts which edges are reached.
let libFuzzer = Context.environment["INTERLUDE_FUZZ"]
let counted: [SwiftSetting] =
    libFuzzer == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer", "-O"])]

/// Every warning of ours is an error, so that none is ever there to be overlooked.
let house: [SwiftSetting] = [.treatAllWarnings(as: .error)] + counted

/// For rooms that hold no unsafe code: the compiler refuses any that comes in unmarked.
let safeHouse: [SwiftSetting] = house + [.strictMemorySafety()]

/// How lld links the command: its some 150 000 relative relocations as RELR, in 30 kB instead of 3.6 MB,
/// no table of names that nobody looks up, and side by side the functions of tools/order-functions.
let smallStart: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-Xlinker", "--no-export-dynamic", "-Xlinker", "--no-warn-symbol-ordering",
            "-Xlinker", "--symbol-ordering-file",
            "-Xlinker", "\(Context.packageDirectory)/tools/lib/function-order",
        ], .when(platforms: [.linux], configuration: .release))
]

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")

let package = Package(
    name: "interlude",
    products: [
        .library(name: "Interlude", targets: ["Interlude"]),
        .executable(name: "interlude", targets: ["InterludeCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CEBUR128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CLink"),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CRealtimeSanitizer"),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        // Functions of libraries that are loaded when needed; tools/install-needs has their headers.
        .target(name: "CFFmpeg"),
        .target(name: "CALSA"),
        .target(name: "CShout"),
        .target(name: "CMosquitto"),

        // Audio, in the order that it flows.
        .target(name: "MediaTime", swiftSettings: safeHouse),
        .target(name: "PlainText", swiftSettings: safeHouse),
        .target(name: "Platform", dependencies: ["CLink", "CMalloc"], swiftSettings: house),
        .target(name: "XMLReading", dependencies: ["CLibXML2", "MediaTime"], swiftSettings: house),
        .target(name: "YAMLReading", dependencies: ["CYAML"], swiftSettings: house),
        room("BeaconStorage", ["CSQLite", "MediaTime"]),
        .target(name: "QRCodes", dependencies: ["CQREncode", "MediaTime"], swiftSettings: house),
        .target(name: "PCMAudio", dependencies: ["MediaTime"], swiftSettings: house),
        room("HLSPlaylists", ["MediaTime", "PlainText"], safeHouse),
        room("HLSPackaging", ["MediaTime"], safeHouse),
        room("AdCues", ["HLSPlaylists", "MediaTime"], safeHouse),
        room("HLSStreaming", ["AdCues", "HLSPlaylists", "MediaTime"], safeHouse),
        room("FFmpegCalls", ["CFFmpeg", "Platform"]),
        room(
            "HTTPAccess",
            [
                "CZlib", "MediaTime", "PlainText",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio("NIOCore", "NIOHTTP1", "NIOPosix")),
        room(
            "StreamFetching",
            [
                "AdCues", "FFmpegCalls", "HLSPlaylists", "HLSStreaming", "HTTPAccess", "MediaTime",
                "PlainText", "Platform",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        room(
            "AudioDecoding",
            [
                "CEBUR128", "CFFmpeg", "FFmpegCalls", "MediaTime", "PCMAudio", "Platform",
                "StreamFetching", .product(name: "DequeModule", package: "swift-collections"),
            ]),
        room("AudioMixing", ["MediaTime", "PCMAudio"], safeHouse),
        room("AudioEncoding", ["CFFmpeg", "FFmpegCalls", "MediaTime", "PCMAudio"]),
        .target(
            name: "AudioSinks",
            dependencies: [
                "AudioEncoding", "AudioMixing", "CALSA", "CPulse", "CRealtimeSanitizer", "CShout",
                "HLSPackaging", "HLSPlaylists", "MediaTime", "PCMAudio", "Platform",
            ], swiftSettings: house),
        room("SinkMonitor", ["AudioSinks", "CPulse", "MediaTime", "PCMAudio", "Platform"]),
        room(
            "Playout",
            [
                "AdCues", "AudioDecoding", "AudioMixing", "AudioSinks", "MediaTime", "PCMAudio",
                "Platform", "StreamFetching",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),

        // Advertisements.
        room("Advertising", ["AdCues", "MediaTime", "PlainText", "XMLReading"], safeHouse),
        room("AdPlayback", ["Advertising", "MediaTime"], safeHouse),
        room("AdDisplay", ["Advertising", "MediaTime"], safeHouse),

        // What people use and run.
        .target(
            name: "Interlude",
            dependencies: [
                "AdCues", "AdDisplay", "AdPlayback", "Advertising", "AudioDecoding",
                "AudioEncoding", "AudioMixing", "AudioSinks", "BeaconStorage", "HTTPAccess",
                "MediaTime", "PCMAudio", "PlainText", "Platform", "Playout", "StreamFetching",
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: house),
        room(
            "LinuxDesktop",
            [
                "Advertising", "CSystemd", "Interlude", "MediaTime", "PCMAudio", "PlainText",
                "Platform",
            ]),
        room(
            "HTTPServing",
            [
                "Platform", hummingbird, .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ] + nio("NIOCore", "NIOHTTP1", "NIOPosix")),
        .target(
            name: "SampleStation",
            dependencies: [
                "Advertising", "FFmpegCalls", "HLSPackaging", "HLSPlaylists", "HTTPServing",
                "MediaTime", "PlainText",
                hummingbird, .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: house),
        .target(
            name: "InterludeWeb",
            dependencies: [
                "AdDisplay", "AdPlayback", "Advertising", "AudioEncoding", "CZlib", "HTTPAccess",
                "HTTPServing", "Interlude", "MediaTime", "PCMAudio", "PlainText",
                hummingbird, .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], resources: [.embedInCode("Page/Files"), .embedInCode("openapi.json")],
            swiftSettings: house),
        room("PlayerControl", ["Interlude", "MediaTime", "Platform"]),
        room(
            "FleetControl",
            ["Advertising", "BeaconStorage", "CMosquitto", "MediaTime", "PlainText", "Platform"]),
        room(
            "ReportPages",
            ["MediaTime", "PlainText", .product(name: "Histogram", package: "hdrhistogram-swift")],
            safeHouse),
        room(
            "SessionReports",
            ["Advertising", "AudioDecoding", "Interlude", "MediaTime", "PlainText", "ReportPages"],
            safeHouse),
        room(
            "StationMonitoring",
            [
                "HTTPAccess", "HTTPServing", "Interlude", "MediaTime", "PlainText",
                "Platform", "ReportPages", .product(name: "HTTPTypes", package: "swift-http-types"),
                hummingbird, .product(name: "NIOCore", package: "swift-nio"),
            ]),
        room(
            "LatencyMeasuring",
            [
                "Advertising", "AudioMixing", "AudioSinks", "Interlude", "MediaTime", "PCMAudio",
                "Platform", "PlayerControl", "ReportPages", "SampleStation", "SinkMonitor",
            ]),
        .executableTarget(
            name: "InterludeCLI",
            dependencies: [
                "AdCues", "AdDisplay", "AdPlayback", "Advertising", "AudioDecoding", "AudioSinks",
                "FleetControl", "HLSPlaylists", "HTTPAccess", "Interlude", "InterludeWeb",
                "LatencyMeasuring", "LinuxDesktop", "MediaTime", "PCMAudio", "PlainText",
                "Platform", "PlayerControl", "QRCodes", "ReportPages", "SampleStation",
                "SessionReports", "StationMonitoring", "StreamFetching", "YAMLReading",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house, linkerSettings: smallStart),

        // Tests. TestFiles has folders and kept texts, TestSignals makes and measures sound,
        // TestServers runs servers and other programs, FleetCrowd has the players of tools/fleet.
        room("TestFiles", [], path: "Tests/TestFiles"),
        room("TestSignals", ["MediaTime", "PCMAudio"], path: "Tests/TestSignals"),
        room("TestServers", ["TestFiles"], path: "Tests/TestServers"),
        .executableTarget(
            name: "FleetCrowd", dependencies: ["Advertising", "FleetControl", "MediaTime"],
            path: "Tests/FleetCrowd", swiftSettings: house),
        .testTarget(name: "PlainTextTests", dependencies: ["PlainText"], swiftSettings: safeHouse),
        tests("PlatformTests", ["Platform"]),
        tests("XMLReadingTests", ["XMLReading"]),
        tests("BeaconStorageTests", ["BeaconStorage", "CSQLite", "TestFiles"]),
        tests("QRCodesTests", ["QRCodes", "TestFiles", "TestServers"]),
        tests("YAMLReadingTests", ["CMalloc", "YAMLReading"]),
        tests("FFmpegCallsTests", ["CFFmpeg", "CMalloc", "FFmpegCalls"]),
        tests("HLSPlaylistsTests", ["HLSPlaylists", "MediaTime", "TestFiles"]),
        tests(
            "HLSStreamingTests",
            ["AdCues", "HLSPlaylists", "HLSStreaming", "MediaTime", "TestFiles", "TestSignals"]),
        tests("AdCuesTests", ["AdCues", "HLSPlaylists", "MediaTime", "TestFiles", "TestSignals"]),
        tests(
            "HTTPAccessTests",
            [
                "HTTPAccess", "TestFiles", "TestServers",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio("NIOCore", "NIOEmbedded", "NIOHTTP1")),
        tests(
            "StreamFetchingTests",
            [
                "AdCues", "HLSStreaming", "HTTPAccess", "PlainText", "StreamFetching", "TestFiles",
                "TestServers",
            ]),
        tests("MediaTimeTests", ["MediaTime"]),
        tests(
            "SampleStationTests",
            [
                "AdCues", "Advertising", "HLSPackaging", "HLSPlaylists", "HTTPAccess", "MediaTime",
                "SampleStation", "TestFiles", "TestServers", "TestSignals", "XMLReading",
            ]),
        tests(
            "InterludeTests",
            [
                "AdCues", "AdDisplay", "AdPlayback", "Advertising", "AudioDecoding",
                "AudioEncoding", "AudioMixing", "AudioSinks", "BeaconStorage", "HLSPackaging",
                "HLSPlaylists", "HTTPAccess", "Interlude", "MediaTime", "PCMAudio", "Playout",
                "SampleStation", "StreamFetching", "TestFiles", "TestServers", "TestSignals",
            ], exclude: ["Timelines"]),
        tests("PlayerControlTests", ["Interlude", "PlayerControl", "TestFiles"]),
        tests(
            "FleetControlTests",
            [
                "Advertising", "BeaconStorage", "FleetControl", "MediaTime", "TestFiles",
                "TestServers",
            ]),
        tests(
            "SessionReportsTests",
            ["Advertising", "Interlude", "MediaTime", "SessionReports", "TestFiles", "XMLReading"],
            exclude: ["Timelines"]),
        tests(
            "LatencyMeasuringTests",
            [
                "AdCues", "AudioSinks", "Interlude", "LatencyMeasuring", "MediaTime",
                "PlayerControl", "ReportPages", "SinkMonitor", "StreamFetching", "TestFiles",
            ], exclude: ["Timelines"]),
        tests(
            "StationMonitoringTests",
            ["Interlude", "MediaTime", "Platform", "StationMonitoring", "TestFiles", "TestServers"]),
        tests("ReportPagesTests", ["ReportPages"]),
        tests(
            "InterludeCLITests",
            [
                "AdDisplay", "AdPlayback", "Advertising", "AudioSinks", "FleetControl",
                "HLSPlaylists", "Interlude", "InterludeCLI", "MediaTime", "PCMAudio", "PlainText",
                "Platform", "SessionReports", "StationMonitoring", "TestFiles", "TestServers",
                "TestSignals", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            "HTTPServingTests",
            ["HTTPServing", "TestServers", hummingbird]
                + nio("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix")),
        tests(
            "InterludeWebTests",
            [
                "AdDisplay", "AdPlayback", "Advertising", "AudioEncoding", "HTTPServing",
                "Interlude", "InterludeWeb", "MediaTime", "PCMAudio", "TestFiles", "TestServers",
                hummingbird, .product(name: "NIOCore", package: "swift-nio"),
            ]),
        tests("AdvertisingTests", ["Advertising", "MediaTime", "TestFiles"]),
        tests(
            "AdPlaybackTests",
            ["AdPlayback", "Advertising", "MediaTime", "TestFiles", "TestSignals"],
            exclude: ["Timelines"]),
        tests(
            "AdDisplayTests", ["AdDisplay", "Advertising", "MediaTime", "TestSignals", "TestFiles"]),
        tests(
            "AudioDecodingTests",
            [
                "AudioDecoding", "CFFmpeg", "FFmpegCalls", "MediaTime", "PCMAudio",
                "StreamFetching", "TestFiles", "TestServers", "TestSignals",
            ]),
        tests(
            "AudioEncodingTests",
            ["AudioEncoding", "PCMAudio", "TestFiles", "TestServers", "TestSignals"]),
        tests(
            "PlayoutTests",
            [
                "AdCues", "AudioDecoding", "AudioMixing", "CRealtimeSanitizer", "HTTPAccess",
                "MediaTime", "PCMAudio", "Playout", "StreamFetching", "TestFiles", "TestServers",
                "TestSignals",
            ], exclude: ["Timeline/Tables"]),
        tests("PCMAudioTests", ["MediaTime", "PCMAudio", "TestSignals"]),
        tests("AudioMixingTests", ["AudioMixing", "MediaTime", "PCMAudio", "TestSignals"]),
        tests(
            "AudioSinksTests",
            [
                "AudioEncoding", "AudioMixing", "AudioSinks", "CRealtimeSanitizer", "HLSPackaging",
                "HLSPlaylists", "MediaTime", "PCMAudio", "TestFiles", "TestServers", "TestSignals",
            ]),
        tests(
            "LinuxDesktopTests",
            [
                "Advertising", "Interlude", "InterludeCLI", "LinuxDesktop", "PCMAudio", "TestFiles",
                "TestServers",
            ]),
        // Looks at the page of the built command in a browser.
        tests(
            "BrowserTests",
            [
                "AdPlayback", "Advertising", "HTTPAccess", "Interlude", "InterludeCLI",
                "InterludeWeb", "MediaTime", "TestFiles", "TestServers",
            ]),
        // Runs the built command as the documents say, and against real servers.
        tests("JobTests", ["InterludeCLI", "TestFiles", "TestServers"]),
        tests(
            "RealPeersTests",
            [
                "AudioSinks", "HTTPAccess", "Interlude", "InterludeCLI", "LatencyMeasuring",
                "SinkMonitor", "TestFiles", "TestServers", "TestSignals",
            ]),
    ] + fuzzing(with: libFuzzer)
)

// What computes on each sample or byte, or in most tests, is optimised in debug builds, too. Not in a
// dependency: some versions of SwiftPM refuse it flags that they call unsafe.
if !Context.packageDirectory.contains("/checkouts/") {
    let hot: Set = [
        "AdCues", "AdPlayback", "Advertising", "AudioDecoding", "AudioEncoding", "AudioMixing",
        "HLSPlaylists", "HLSStreaming", "Interlude", "LatencyMeasuring", "LatencyMeasuringTests",
        "MediaTime", "PCMAudio", "Playout", "TestSignals",
    ]
    for room in package.targets {
        // The linker moves a function that has a section of its own.
        let apart = ["-Xfrontend", "-function-sections"]
        room.swiftSettings?.append(.unsafeFlags(apart, .when(configuration: .release)))
        guard hot.contains(room.name) else { continue }
        room.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
}

/// A room of the table in docs/design.md, in the folder of its name.
func room(
    _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = house,
    path: String? = nil
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Products of SwiftNIO.
func nio(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "swift-nio") }
}

/// Tests in the folder of their name.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: house)
}

/// The fuzz targets: a test that gives each the inputs kept for it, or the fuzzer that finds more.
func fuzzing(with libFuzzer: String?) -> [Target] {
    let folder = "Tests/FuzzTests"
    var dependencies: [Target.Dependency] = [
        "AdCues", "AdDisplay", "AdPlayback", "Advertising", "AudioDecoding", "CMalloc",
        "FleetControl", "HLSPlaylists", "HLSStreaming", "HTTPAccess", "Interlude", "InterludeWeb",
        "MediaTime", "PlainText", "SampleStation", "StreamFetching", "XMLReading", "YAMLReading",
        hummingbird, .product(name: "HTTPTypes", package: "swift-http-types"),
    ]
    dependencies += nio("NIOCore", "NIOHTTP1")
    guard let libFuzzer else {
        return [
            .testTarget(
                name: "FuzzTests", dependencies: dependencies, path: folder, exclude: ["Fuzzer"],
                swiftSettings: house)
        ]
    }
    return [
        .executableTarget(
            name: "InterludeFuzz", dependencies: dependencies, path: folder,
            exclude: ["FuzzCorpusTests.swift"], swiftSettings: house,
            linkerSettings: [.unsafeFlags([libFuzzer, "-lstdc++"])])
    ]
}
