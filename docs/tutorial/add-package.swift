// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "radio",
    dependencies: [.package(url: "../interlude.git", from: "0.1.0")],
    targets: [
        .executableTarget(
            name: "Radio", dependencies: [.product(name: "Interlude", package: "interlude")]),
        .testTarget(
            name: "RadioTests", dependencies: [.product(name: "Interlude", package: "interlude")]),
    ]
)
