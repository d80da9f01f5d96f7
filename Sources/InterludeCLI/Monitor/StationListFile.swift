import AdPlayback
import HTTPAccess
import Interlude
import PlainText
import StationMonitoring
import YAMLReading

/// The file of `interlude monitor`: the stations to watch, as YAML.
enum StationListFile {
    /// Room for more stations than a list may have, so that too many are an error of their own.
    private static let longest = 1 << 20
    private static let bounds = YAMLBounds(byteCount: longest, nodeCount: 200_000)

    private static let names = ["listen", "webhook", "logs", "alarms", "stations"]

    /// Reads the file or pipe at `path`.
    static func read(_ path: String) throws(CommandError) -> StationList {
        try read([UInt8](try InputFile.read(path, atMost: longest)), path: path)
    }

    /// Reads a document. Throws the first mistake.
    static func read(_ document: [UInt8], path: String) throws(CommandError) -> StationList {
        let file = try YAMLFile(document, path: path, within: bounds)
        guard let root = file.root, case .mapping(let entries) = root.value else {
            throw file.failure(
                "there are no stations; write 'stations:' and a list of them",
                line: file.root?.line ?? 1)
        }
        let fields = try YAMLFields(entries, of: names, in: file)
        let limits = try AlarmLimitFields.read(fields.node("alarms"), in: file)
        let logFolder = try fields.text("logs").map { folder in
            SettingsFolder(ofFile: path).value(folder, of: "events")
        }
        var list = StationList(try stations(fields, limits, haveLogs: logFolder != nil))
        list.listen = try listen(fields)
        list.webhook = try webhook(fields)
        list.logFolder = logFolder
        return list
    }

    private static func listen(
        _ fields: YAMLFields
    ) throws(CommandError) -> StationList.ListenAddress? {
        guard let text = try fields.text("listen") else { return nil }
        do throws(UnusableArgument) {
            let address = try WebArgument(parsing: text)
            return StationList.ListenAddress(host: address.host, port: address.port)
        } catch {
            throw fields.failure("\"listen\": \(error)", at: "listen")
        }
    }

    private static func webhook(_ fields: YAMLFields) throws(CommandError) -> String? {
        guard let text = try fields.text("webhook") else { return nil }
        guard WebAddress(text) != nil else {
            throw fields.failure("\"webhook\" is an http or https address", at: "webhook")
        }
        return text
    }

    private static func stations(
        _ fields: YAMLFields, _ limits: AlarmLimits, haveLogs: Bool
    ) throws(CommandError) -> [WatchedStation] {
        guard let node = fields.node("stations"), case .list(let nodes) = node.value,
            !nodes.isEmpty
        else {
            throw fields.failure(
                "\"stations\" is a list; begin each station with '- name: '", at: "stations")
        }
        guard nodes.count <= StationList.mostStations else {
            throw fields.failure(
                "there are \(nodes.count) stations; a monitor watches at most "
                    + "\(StationList.mostStations), so start several", at: "stations")
        }
        let options = try plainOptions()
        var stations: [WatchedStation] = []
        var lines: [String: Int] = [:]
        for node in nodes {
            let station = try StationFields(node, in: fields.file).station(limits, options)
            if let line = lines.updateValue(node.line, forKey: station.name) {
                throw fields.file.failure(
                    "the station '\(station.name)' is there twice, also in line \(line); rename one",
                    line: node.line)
            }
            // Percent-encoded, letters of other alphabets take six to twelve bytes.
            let logName = StationList.logName(of: station.name)
            if haveLogs, logName.utf8.count > StationList.longestLogName {
                throw fields.file.failure(
                    "the name is too long for that of a log; shorten it, or leave out logs",
                    line: node.line)
            }
            stations.append(station)
        }
        return stations
    }

    /// The options of `interlude play` where none is given. The source is replaced.
    private static func plainOptions() throws(CommandError) -> PlayCommand {
        do {
            return try PlayCommand.parse(["--", SourceArgument.standardInput.description])
        } catch {
            throw CommandError(.defect, "\(error)")
        }
    }
}

/// A station in the list: its name, its limits, and options of `interlude play`.
private struct StationFields {
    private static let names = ["name", "alarms"] + StationOption.allCases.map(\.rawValue)

    private let file: YAMLFile
    private let line: Int
    private let fields: YAMLFields

    init(_ node: YAMLNode, in file: YAMLFile) throws(CommandError) {
        guard case .mapping(let entries) = node.value else {
            throw file.failure(
                "write a station as '- name: NAME' with its 'source: ' below", line: node.line)
        }
        self.file = file
        line = node.line
        fields = try YAMLFields(entries, of: Self.names, in: file)
    }

    /// The station; `limits` are those of all stations, and `options` those without any of its own.
    func station(
        _ limits: AlarmLimits, _ options: PlayCommand
    ) throws(CommandError) -> WatchedStation {
        let name = try name()
        let limits = try AlarmLimitFields.read(fields.node("alarms"), over: limits, in: file)
        return WatchedStation(name: name, limits: limits, stream: try stream(options))
    }

    private func name() throws(CommandError) -> String {
        guard let name = try fields.text("name") else {
            throw file.failure("the station has no name; add 'name: '", line: line)
        }
        let scalars = name.unicodeScalars
        guard scalars.count <= StationList.longestName else {
            throw fields.failure(
                "a name has at most \(StationList.longestName) letters", at: "name")
        }
        guard scalars.allSatisfy({ $0.printing == .itself }), !name.trimmed.isEmpty else {
            throw fields.failure("a name has letters, and no control characters", at: "name")
        }
        return name
    }

    private func stream(_ plain: PlayCommand) throws(CommandError) -> WatchedStream {
        let options = try options(beside: plain)
        do throws(CommandError) {
            var configuration = try options.sessionConfiguration()
            // Nobody answers a choice card.
            configuration.viewer = ViewerScript([])
            let headers = try options.network.readHeaders(for: options.source)
            return WatchedStream(
                configuration, headers: headers.map { .init($0.name, $0.value) },
                documentAddresses: options.network.allowPrivate ? .any : .publicOnly)
        } catch {
            // What options need of one another is a mistake in the file here.
            guard error.status == .usage else { throw error }
            throw file.failure(error.description, line: line)
        }
    }

    /// The station's options.
    private func options(beside plain: PlayCommand) throws(CommandError) -> PlayCommand {
        guard let source = fields.node(StationOption.source.rawValue) else {
            throw file.failure("the station has no source; add 'source: '", line: line)
        }
        var options = plain
        let folder = SettingsFolder(ofFile: file.path)
        for option in StationOption.allCases {
            for (text, line) in try values(of: option) {
                do throws(UnusableArgument) {
                    try option.set(folder.value(text, of: option.rawValue), in: &options)
                } catch {
                    throw file.failure("\"\(option.rawValue)\": \(error)", line: line)
                }
            }
        }
        guard options.source != .standardInput else {
            throw file.failure(
                "standard input is no station; name an address or a file", line: source.line)
        }
        return options
    }

    private func values(
        of option: StationOption
    ) throws(CommandError) -> [(text: String, line: Int)] {
        let name = option.rawValue
        if option.isRepeating { return try fields.texts(name) }
        guard let text = try fields.text(name), let node = fields.node(name) else { return [] }
        return [(text, node.line)]
    }
}
