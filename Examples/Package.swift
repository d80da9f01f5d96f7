// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "interlude-examples",
    dependencies: [.package(name: "interlude", path: "..")],
    targets: [
        .executableTarget(
            name: "PlayWithSpots",
            dependencies: [.product(name: "Interlude", package: "interlude")],
            swiftSettings: settings),
        .testTarget(
            name: "BreakTests",
            dependencies: [.product(name: "Interlude", package: "interlude")],
            swiftSettings: settings),
    ]
)
