import ArgumentParser
import MediaTime

/// The network options of `interlude play`.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: .customLong("network-delay"), parsing: .unconditional,
        help: ArgumentHelp(
            "With a virtual clock: the time that loading a spot takes. (default: 0s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var delay = TimeArgument(.zero)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Stop retrying after this long when a stream that was playing is lost; 0 retries the "
                + "home without end, also before the first sound, and a sound server that is not "
                + "there at the start. (default: 60s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var giveUp = TimeArgument(FrameTime(.seconds(60)))

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Return to this source when another one ends or cannot be played. "
                + "(default: the source)",
            valueName: "source"),
        transform: NetworkOptions.home(parsing:))
    var home: SourceArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the stream waits for a spot pushed at 0s; 0 for no limit. (default: 2s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var firstSpotLimit = TimeArgument(FrameTime(.seconds(2)))

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "Send a request header to the host of the source, and to no other host. A file has one "
                + "header per line, and keeps them out of the process list.",
            valueName: "name: value|@file"),
        transform: HeaderOption.init(parsing:))
    var headers: [HeaderOption] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep spots from the network in this folder, and play them from there while their "
                + "server says that they are the same, or cannot be reached; off keeps none. Not "
                + "with a virtual clock. (default: ~/.cache/interlude/spots)",
            valueName: "folder|off"),
        transform: SpotCacheArgument.init(parsing:))
    var spotCache = SpotCacheArgument.usual

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Join a fleet of players at an MQTT broker, which sends spots and breaks at set times: "
                + "mqtt://USER:PASSWORD@HOST/FLEET/GROUP,...?name=NAME, or mqtts:// for TLS. The "
                + "player plays on without the broker. (default name: that of the machine)",
            valueName: "address"),
        transform: FleetArgument.init(parsing:))
    var fleet: FleetArgument?

    @Flag(help: "Allow private and loopback addresses found in documents.")
    var allowPrivate = false

    /// Standard input can be read only once, so it is no home.
    private static func home(parsing text: String) throws(UnusableArgument) -> SourceArgument {
        let home = try SourceArgument(parsing: text)
        guard home != .standardInput else {
            throw UnusableArgument(
                "standard input cannot be played again; name an address or a file")
        }
        return home
    }

    /// The headers for `source`. Prints a note if `source` has no host to send them to.
    func readHeaders(for source: SourceArgument) throws(CommandError) -> [HeaderArgument] {
        var read: [HeaderArgument] = []
        for header in headers { read += try header.read() }
        switch source {
        case .address: break
        case .file, .standardInput:
            if !read.isEmpty {
                Console.say(
                    "--header: \(source) has no host, so no header is sent; "
                        + "give the address of the stream")
            }
        }
        return read
    }
}

/// The value of `--header`: a request header, or a file with one per line.
enum HeaderOption: Hashable, Sendable {
    case header(HeaderArgument)
    case file(path: String)

    init(parsing text: String) throws(UnusableArgument) {
        guard text.hasPrefix("@") else {
            self = .header(try HeaderArgument(parsing: text))
            return
        }
        let path = String(text.dropFirst())
        guard !path.isEmpty else {
            throw UnusableArgument("the file name is missing; write it as @FILE")
        }
        self = .file(path: path)
    }

    /// The header, or the headers in the file.
    ///
    /// Errors never quote a line, because it may be a secret.
    func read() throws(CommandError) -> [HeaderArgument] {
        switch self {
        case .header(let header): return [header]
        case .file(let path):
            var headers: [HeaderArgument] = []
            for line in try SecretFile(path: path).lines {
                do throws(UnusableArgument) {
                    headers.append(try HeaderArgument(parsing: line.text))
                } catch {
                    throw CommandError(
                        .unreadableInput,
                        "\(path), line \(line.number): not a header; write it as 'NAME: VALUE'")
                }
            }
            return headers
        }
    }
}

/// A request header `NAME: VALUE`.
struct HeaderArgument: Hashable, Sendable {
    let name: String
    let value: String

    init(parsing text: String) throws(UnusableArgument) {
        guard let colon = text.firstIndex(of: ":") else {
            throw UnusableArgument("write it as 'NAME: VALUE'")
        }
        name = String(text[..<colon])
        value = String(text[text.index(after: colon)...].drop { $0 == " " })
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isTokenCharacter) else {
            throw UnusableArgument("'\(name)' is not a header name")
        }
        guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" }) else {
            throw UnusableArgument("a header value must be on one line")
        }
    }

    /// Whether RFC 9110 (5.6.2) lets a field name contain `scalar`.
    private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
        }
    }
}
