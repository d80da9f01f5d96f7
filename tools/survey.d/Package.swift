// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "survey",
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1")
    ],
    targets: [
        .target(
            name: "Mutating",
            dependencies: [
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ], swiftSettings: house),
        .executableTarget(name: "rewrite", dependencies: ["Mutating"], swiftSettings: house),
        .testTarget(name: "MutatingTests", dependencies: ["Mutating"], swiftSettings: house),
    ]
)
