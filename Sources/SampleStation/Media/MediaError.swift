/// What is wrong with the folder of media that a station is to play.
package enum MediaError: Error, Equatable, CustomStringConvertible {
    case noFolder(searched: [String])
    case noManifest(folder: String)
    case unreadableManifest(path: String)
    case badManifest(path: String, why: String)
    case missingFile(path: String)
    case notAProgramme(path: String, why: String)

    package var description: String {
        switch self {
        case .noFolder(let searched):
            "no media found (looked in \(searched.joined(separator: ", "))); name a folder with"
                + " --media DIR or INTERLUDE_MEDIA, or make one with tools/make-sample-media"
        case .noManifest(let folder):
            "\(folder) has no station.json; tools/make-sample-media DIR makes a whole folder"
        case .unreadableManifest(let path):
            "\(path) cannot be read; check its permissions"
        case .badManifest(let path, let why):
            "\(path) is not a station's manifest: \(why)"
        case .missingFile(let path):
            "\(path) cannot be read, but station.json names it"
        case .notAProgramme(let path, let why):
            "\(path) cannot be sent as a live stream: \(why)"
        }
    }
}
