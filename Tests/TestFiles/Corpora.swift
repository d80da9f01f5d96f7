import Foundation

/// Documents that others wrote, which are not part of the project.
package enum Corpora {
    /// `INTERLUDE_CORPORA`, else beside the package; `nil` if neither exists.
    package static let folder: URL? = {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        let named = ProcessInfo.processInfo.environment["INTERLUDE_CORPORA"]
        let folder =
            named.map { URL(filePath: $0) }
            ?? package.appending(path: "../shared/corpora").standardized
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    package struct Document: Hashable, Sendable, CustomStringConvertible {
        /// In ``folder``.
        package let path: String

        package init(_ path: String) { self.path = path }

        package var name: String { String(path.split(separator: "/").last ?? "") }

        package var description: String { path }

        package func bytes() throws -> [UInt8] { Array(try data()) }

        /// Reads a document in JSON, whose keys are words joined by `_`.
        package func decoded<Content: Decodable>(as type: Content.Type) throws -> Content {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(type, from: data())
        }

        private func data() throws -> Data {
            guard let folder else { throw CocoaError(.fileNoSuchFile) }
            return try Data(contentsOf: folder.appending(path: path))
        }
    }

    /// The documents below `path` whose names end with `suffix`, sorted; none if there is no
    /// ``folder``.
    package static func documents(in path: String, suffix: String = "") -> [Document] {
        guard let top = folder?.appending(path: path).path else { return [] }
        let names = FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: "\(top)/\(name)", isDirectory: &isFolder)
            return exists && !isFolder.boolValue && name.hasSuffix(suffix)
                && !name.hasSuffix("UPSTREAM_LICENSE")
        }.sorted().map { Document("\(path)/\($0)") }
    }
}
