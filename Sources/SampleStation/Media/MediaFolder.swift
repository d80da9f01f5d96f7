import FFmpegCalls
import FoundationEssentials

/// A folder with a `station.json` and the files that it names.
package struct MediaFolder: Sendable {
    package let path: String
    package let manifest: StationManifest

    package init(path: String) throws(MediaError) {
        self.path = path
        let file = path + "/station.json"
        guard let data = FileManager.default.contents(atPath: file) else {
            let isThere = FileManager.default.fileExists(atPath: file)
            throw isThere ? .unreadableManifest(path: file) : .noManifest(folder: path)
        }
        do {
            manifest = try JSONDecoder().decode(StationManifest.self, from: data)
        } catch {
            throw .badManifest(path: file, why: Self.words(for: error))
        }
    }

    /// Searches for the media: in `INTERLUDE_MEDIA` only, if it is set; else in the share folder of
    /// an installed executable; else in a `SampleMedia` folder above the executable or the working
    /// directory.
    package static func find(
        environment: [String: String], executable: String, workingDirectory: String
    ) throws(MediaError) -> MediaFolder {
        if let named = environment["INTERLUDE_MEDIA"], !named.isEmpty {
            return try MediaFolder(path: named)
        }
        let bin = URL(filePath: executable).deletingLastPathComponent()
        let share = bin.appending(path: "../share/interlude/SampleMedia").standardized.path
        let above = foldersAbove(bin) + foldersAbove(URL(filePath: workingDirectory))
        let candidates = [share] + above.map { $0.appending(path: "SampleMedia").path }
        let found = candidates.first {
            FileManager.default.fileExists(atPath: $0 + "/station.json")
        }
        guard let found else {
            throw .noFolder(searched: [share, "SampleMedia above \(workingDirectory)"])
        }
        return try MediaFolder(path: found)
    }

    /// Reads an encoding of the programme; `nil` if the manifest does not list it.
    package func programme(_ codec: LiveCodec) throws(MediaError) -> LiveProgramme? {
        guard let name = manifest.programme.path(codec) else { return nil }
        return try programme(codec, inFile: name)
    }

    /// Reads a programme from a file of the folder.
    func programme(_ codec: LiveCodec, inFile name: String) throws(MediaError) -> LiveProgramme {
        let file = path + "/" + name
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .missingFile(path: file)
        }
        return try LiveProgramme(codec, file: Array(data), path: file)
    }

    /// `folder` and its ancestors, nearest first.
    private static func foldersAbove(_ folder: URL) -> [URL] {
        var folders: [URL] = []
        var folder = folder.standardized
        while folder.path != "/", folders.count < 64 {
            folders.append(folder)
            folder = folder.deletingLastPathComponent().standardized
        }
        return folders
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context))has no \"\(key.stringValue)\""
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "\(place(context))\(context.debugDescription)"
        case DecodingError.dataCorrupted(let context):
            "\(place(context))\(context.debugDescription)"
        default:
            String(describing: error)
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "it " : "\(path) "
    }
}

/// Why a media folder is unusable.
package enum MediaError: Error, Equatable, CustomStringConvertible {
    case noFolder(searched: [String])
    case noManifest(folder: String)
    case unreadableManifest(path: String)
    case badManifest(path: String, why: String)
    case missingFile(path: String)
    case notAProgramme(path: String, why: String)
    case noSpot(folder: String)

    /// The ad server's signatures need FFmpeg's libraries.
    case cannotSign(FFmpegLibraries.Absence)

    package var description: String {
        switch self {
        case .noFolder(let searched):
            "no media found (looked in \(searched.joined(separator: ", "))); name a folder with"
                + " --media DIR or INTERLUDE_MEDIA, or make one with tools/make-sample-media"
        case .noManifest(let folder):
            "\(folder) has no station.json; tools/make-sample-media DIR makes a complete folder"
        case .unreadableManifest(let path):
            "\(path) cannot be read; check its permissions"
        case .badManifest(let path, let why):
            "\(path) is not a station's manifest: \(why)"
        case .missingFile(let path):
            "\(path) cannot be read, but station.json names it"
        case .notAProgramme(let path, let why):
            "\(path) cannot be sent as a live stream: \(why)"
        case .noSpot(let folder):
            "\(folder) has no spot of MP3 for an interstitial; add one, or mark breaks otherwise"
        case .cannotSign(let absence):
            absence.description
        }
    }
}
