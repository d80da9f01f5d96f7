import Foundation
import TestFiles
import TestServers
import Testing

/// The folder of somebody who follows the README: a checkout named `interlude`, the repository that
/// the README makes of it, and a package beside it with the README's files.
struct Radio {
    static let section = "Use it as a library"

    private let folder: TemporaryFolder
    let package: String
    /// The paths of the README's files in the package.
    let main: String
    let test: String

    /// Blocks.
    init() throws {
        folder = try TemporaryFolder()
        package = folder.file("radio")
        main = "\(package)/Sources/Radio/Radio.swift"
        test = "\(package)/Tests/RadioTests/BreakTests.swift"
        let swift = try Document("README.md").blocks(of: "swift", in: Self.section)
        try #require(swift.count == 3)
        for (path, block) in zip(["\(package)/Package.swift", main, test], swift) {
            let file = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(block.text.utf8).write(to: file)
        }
        try checkOut()
    }

    /// The environment of the package's commands, in which Git finds what SwiftPM has fetched for the
    /// tests, so that nothing is fetched again.
    private static func environment() throws -> [String: String] {
        let folder = BuiltPackage.folder.appending(path: "../..").standardizedFileURL
        let state = try JSONDecoder().decode(
            Workspace.self,
            from: Data(contentsOf: folder.appending(path: "workspace-state.json")))
        let repositories = folder.appending(path: "repositories").path
        // Such as `swift-log-ba8887eb`.
        let fetched = try FileManager.default.contentsOfDirectory(atPath: repositories)
        var environment: [String: String] = [:]
        for (number, place) in state.object.dependencies.map(\.packageRef).enumerated() {
            let name = fetched.first { $0.dropLast(9).lowercased() == place.identity }
            environment["GIT_CONFIG_COUNT"] = "\(number + 1)"
            environment["GIT_CONFIG_KEY_\(number)"] =
                "url.\(repositories)/\(try #require(name)).insteadOf"
            environment["GIT_CONFIG_VALUE_\(number)"] = place.location
        }
        return environment
    }

    /// The part of SwiftPM's state that names what it fetched.
    private struct Workspace: Decodable {
        let object: Object

        struct Object: Decodable { let dependencies: [Dependency] }
        struct Dependency: Decodable { let packageRef: Reference }
        struct Reference: Decodable {
            let identity: String
            let location: String
        }
    }

    /// Makes a checkout of the sources as they are, and the README's repository of it.
    private func checkOut() throws {
        let checkout = folder.file("interlude")
        try FileManager.default.createDirectory(atPath: checkout, withIntermediateDirectories: true)
        for name in ["Package.swift", "Sources", "Tests", "SampleMedia"] {
            try FileManager.default.copyItem(
                atPath: Document.project.appending(path: name).path, toPath: "\(checkout)/\(name)")
        }
        let commands = try Document("README.md").blocks(of: "sh", in: Self.section)
        try #require(commands.count == 1)
        let history = """
            git init -q && git add -A
            git -c user.name=test -c user.email=test@localhost commit -qm 'As it is'
            """
        for lines in [history, commands[0].text] {
            try Command(["env", "-C", checkout, "sh", "-ec", lines]).successful()
        }
    }

    /// Runs a command in the package's folder. Blocks.
    func run(_ arguments: [String], within limit: Duration = .seconds(300)) throws -> Command {
        try Command(
            ["env", "-C", package] + arguments, environment: try Self.environment(), within: limit)
    }
}
