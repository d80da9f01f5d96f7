import Advertising
import FoundationEssentials
import Interlude
import MediaTime
import PlainText

/// A spot on the command line.
enum SpotArgument: Hashable, Sendable {
    /// The http(s) address of an audio file.
    case address(String)
    /// An audio file.
    case file(path: String)
    /// A `.json` file with one advertisement.
    case description(path: String)

    init(parsing text: String) throws(UnusableArgument) {
        switch try Location(parsing: text) {
        case .address(let address): self = .address(address)
        case .file(let path) where path.lowercased().hasSuffix(".json"):
            self = .description(path: path)
        case .file(let path): self = .file(path: path)
        }
    }

    /// Parses `SPOT[,SPOT…]`. The name of an existing file is one spot, even with commas in it.
    static func list(parsing text: String) throws(UnusableArgument) -> [SpotArgument] {
        if FileManager.default.fileExists(atPath: text) {
            return [try SpotArgument(parsing: text)]
        }
        var spots: [SpotArgument] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            // As people write lists in a file of settings.
            let name = String(part.trimmed)
            guard !name.isEmpty else { throw UnusableArgument("the spot is missing") }
            spots.append(try SpotArgument(parsing: name))
        }
        return spots
    }

    /// Throws if it is an audio file that does not exist or cannot be read.
    func requirePresent() throws(CommandError) {
        guard case .file(let path) = self else { return }
        try InputFile.require(at: path)
    }

    /// Its advertisement; the id is 0 unless a description has one.
    ///
    /// A path in a description is relative to the folder of its file.
    func advertisement() throws(CommandError) -> Advertisement {
        switch self {
        case .address(let address):
            let name = URL(string: address)?.lastPathComponent ?? ""
            let title = name.isEmpty || name == "/" ? address.withoutUserInfo : name
            return Advertisement(id: 0, title: title, audioFileURL: address)
        case .file(let path):
            return Advertisement(
                id: 0, title: Self.name(of: path), audioFileURL: Location.absolutePath(path))
        case .description(let path):
            return try Self.read(path)
        }
    }

    private static func read(_ path: String) throws(CommandError) -> Advertisement {
        let data = try InputFile.read(path)
        var advertisement: Advertisement
        do {
            advertisement = try JSONDecoder().decode(Advertisement.self, from: data)
        } catch let error as DecodingError where error.numberWords != nil {
            throw CommandError(.unreadableInput, "\(path): \(error.numberWords ?? "")")
        } catch {
            throw CommandError(
                .unreadableInput,
                "\(path): not an advertisement; write {\"url\": \"spot.mp3\", \"title\": \"…\"}")
        }
        guard let audio = try? Location(parsing: advertisement.audioFileURL) else {
            // try?: the message names the place of the mistake, which is enough.
            throw CommandError(
                .unreadableInput, "\(path): its \"url\" is neither an address nor a file's path")
        }
        if case .file(let audioPath) = audio {
            let folder = URL(filePath: Location.absolutePath(path)).deletingLastPathComponent()
            let url = URL(filePath: audioPath, relativeTo: folder).standardizedFileURL
            advertisement.audioFileURL = url.path(percentEncoded: false)
        }
        if advertisement.title.isEmpty {
            advertisement.title = name(of: advertisement.audioFileURL)
        }
        return advertisement
    }

    private static func name(of path: String) -> String {
        URL(filePath: path).lastPathComponent
    }
}

extension SpotArgument {
    /// The advertisements of `pushes`, each with a unique id.
    ///
    /// Advertisements without an id get 1, 2, 3 … in the order of the command line, skipping ids
    /// that others have.
    static func advertisements(
        in pushes: [ScheduledArgument<[SpotArgument]>]
    ) throws(CommandError) -> [ScheduledArgument<[Advertisement]>] {
        var read: [ScheduledArgument<[Advertisement]>] = []
        for push in pushes {
            read.append(
                ScheduledArgument(
                    at: push.time, try advertisements(of: push.value), place: push.place))
        }
        var numbers = SpotNumbers()
        numbers.reserve(read.flatMap(\.value))
        return read.map { push in
            ScheduledArgument(at: push.time, numbers.number(push.value), place: push.place)
        }
    }

    /// What follows if a spot is not there.
    enum Absence {
        /// The error ends the command.
        case refused
        /// The others are heard.
        case leftOut
    }

    /// The advertisements of `spots`. Those without an id get one from the player.
    ///
    /// Prints why a description is left out that is not there or cannot be read.
    static func advertisements(
        of spots: [SpotArgument], absent absence: Absence = .refused
    ) throws(CommandError) -> [Advertisement] {
        var read: [Advertisement] = []
        for spot in spots {
            do throws(CommandError) {
                read.append(try spot.advertisement())
            } catch {
                guard absence == .leftOut else { throw error }
                Console.say("spot left out: \(error)")
            }
        }
        return read
    }
}
