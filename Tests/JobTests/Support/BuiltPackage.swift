import Foundation
import TestFiles
import TestServers
import Testing

/// The package as it was built for the tests. Programs compile and link against it in seconds,
/// where a package that depends on it would build everything again.
struct BuiltPackage {
    /// The folder with the built modules and the test bundle.
    static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The built command.
    static let command = folder.appending(path: "interlude").path

    private let scratch: TemporaryFolder
    /// What finds the modules, also those of C.
    private let search: [String]
    /// The file that lists the objects of the built command without the command's own.
    private let objects: String

    /// Finds the modules and the objects. Blocks.
    init() throws {
        scratch = try TemporaryFolder()
        let checkouts = Self.folder.appending(path: "../../checkouts").standardizedFileURL
        let maps =
            Self.files(named: "module.modulemap", in: Document.project.appending(path: "Sources"))
            + Self.files(named: "module.modulemap", in: checkouts)
            // The build writes a map for each module of C that has none.
            + Self.files(named: "module.modulemap", in: Self.folder)
            .filter { !$0.contains("/include/") }
        let flags = try Command(["pkg-config", "--cflags", "libxml-2.0"]).successful().output
        search =
            ["-I", Self.folder.appending(path: "Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
            + flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
        let list = Self.folder.appending(path: "interlude.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .filter { !$0.contains("/InterludeCLI.build/") }
        self.objects = try scratch.write(objects.joined(separator: "\n").utf8, to: "objects")
    }

    /// Compiles `files` as the files of one program, and writes nothing.
    func check(_ files: [String]) throws {
        let run = try swiftc(["-typecheck", "-parse-as-library"] + files)
        #expect(run.status == 0, "does not compile: \(run.errors)")
    }

    /// Compiles and links `files`, of which one has the `@main`, as the program at `path`.
    func makeProgram(of files: [String], at path: String) throws {
        let library = ["@\(objects)", "-lstdc++", "-use-ld=lld"]
        let run = try swiftc(["-parse-as-library", "-o", path] + files + library)
        try #require(run.status == 0, "does not compile: \(run.errors)")
    }

    /// Makes the program at `path`, which runs the tests in `files`.
    func makeTests(of files: [String], at path: String) throws {
        let runner = """
            import Testing

            @main enum Runner {
                static func main() async { await Testing.__swiftPMEntryPoint() as Never }
            }
            """
        let file = try scratch.write(runner.utf8, to: "Runner.swift")
        try makeProgram(of: files + [file], at: path)
    }

    private func swiftc(_ arguments: [String]) throws -> Command {
        try Command(["swiftc", "-swift-version", "6", "-warnings-as-errors"] + search + arguments)
    }

    private static func files(named name: String, in folder: URL) -> [String] {
        files(withSuffix: "/\(name)", in: folder) { _ in true }
    }

    /// The files in `folder` whose path in it `isWanted`.
    private static func files(
        withSuffix suffix: String, in folder: URL, where isWanted: (String) -> Bool
    ) -> [String] {
        // The names only: a build has tens of thousands of files.
        let names = FileManager.default.enumerator(atPath: folder.path)
        return (names?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(suffix) && isWanted($0) }
            .sorted().map { "\(folder.path)/\($0)" }
    }
}
