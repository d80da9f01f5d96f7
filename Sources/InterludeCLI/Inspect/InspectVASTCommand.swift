import Advertising
import ArgumentParser
import Interlude
import MediaTime
import PlainText

/// `interlude inspect vast INPUT`: prints an answer of an ad server.
struct InspectVASTCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vast",
        abstract: "Print an answer of an ad server: VAST or DAAST.",
        discussion: """
            Reads VAST 2 to 4 and DAAST 1, and prints one JSON object: the ads in the order in which \
            they would be heard, what has to be told of each, and "verdict": "playable", "wrapper" \
            (its ads are elsewhere), "noAd", or "error" with the VAST code. Times are seconds. For \
            another document it ends with status 65, and prints an object with "error" and the code. \
            Addresses in the document are not fetched.
            """)

    @OptionGroup var document: DocumentArgument

    func run() async throws {
        try await InspectCommand.printAnswer(of: document.input) { bytes throws(VASTFailure) in
            try VASTDocument(parsing: bytes).inspection
        }
    }
}

/// `interlude inspect vmap INPUT`: prints a list of breaks.
struct InspectVMAPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vmap",
        abstract: "Print a list of breaks: VMAP.",
        discussion: """
            Prints one JSON object with the breaks in the order of the document. "source" is "inline" \
            (with the "verdict" of its ads, as of 'inspect vast'), "tag" or "custom". For another \
            document it ends with status 65, and prints an object with "error" and the VAST code. \
            Addresses in the document are not fetched.
            """)

    @OptionGroup var document: DocumentArgument

    func run() async throws {
        try await InspectCommand.printAnswer(of: document.input) { bytes throws(VASTFailure) in
            try VMAPDocument(parsing: bytes).inspection
        }
    }
}

extension InspectCommand {
    /// Prints what `understand` finds in the document at `input`; for one that it cannot read, an
    /// object with "error" and the VAST code, and throws.
    fileprivate static func printAnswer(
        of input: SourceArgument, _ understand: ([UInt8]) throws(VASTFailure) -> JSONValue
    ) async throws {
        let document = try await InspectedDocument(
            input, maximumByteCount: VASTDocument.maximumByteCount)
        let inspection: JSONValue
        do throws(VASTFailure) {
            inspection = try understand(document.bytes)
        } catch {
            let words = "\(document.name): \(error.description)"
            let members = error.code.verdict + [JSONMember("error", .string(words.printable()))]
            try Console.print(json: "\(JSONValue.object(members.sorted { $0.key < $1.key }))")
            throw CommandError(.unreadableInput, words)
        }
        try Console.print(json: "\(inspection)")
    }
}

extension VASTError {
    fileprivate var verdict: [JSONMember] {
        [JSONMember("code", .integer(Int64(rawValue))), JSONMember("verdict", "error")]
    }
}

extension VASTDocument.Verdict {
    fileprivate var members: [JSONMember] {
        switch self {
        case .playable: [JSONMember("verdict", "playable")]
        case .wrapper: [JSONMember("verdict", "wrapper")]
        case .noAd: [JSONMember("verdict", "noAd")]
        case .error(let code): code.verdict
        }
    }
}

extension VASTDocument {
    /// The document as JSON with sorted keys. What it does not have is left out.
    fileprivate var inspection: JSONValue {
        var members = [
            JSONMember("ads", .array(ads.map(\.inspection))),
            JSONMember("dialect", .string(dialect.rawValue)),
            JSONMember("errors", .strings(errors)),
        ]
        if let version { members.append(JSONMember("version", .string(version))) }
        return .object((members + verdict.members).sorted { $0.key < $1.key })
    }
}

extension VASTAd {
    fileprivate var inspection: JSONValue {
        var members: [JSONMember] = verdict.members
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(key, value)) }
        }
        add("id", id.map { .string($0) })
        add("sequence", sequence.map { .integer(Int64($0)) })
        add("adType", adType.map { .string($0.rawValue) })
        add("title", title.map { .string($0) })
        add("advertiser", advertiser.map { .string($0) })
        if !categories.isEmpty { add("categories", .strings(categories.map(\.code))) }
        add("expires", expires.map { .integer(Int64($0)) })
        add("impressions", .strings(impressions))
        add("errors", .strings(errors))
        add("tracking", tracking.inspection)
        let progress = tracking.filter { $0.offset != nil }
        if !progress.isEmpty { add("progress", .array(progress.map(\.inspection))) }
        add("clickThrough", clickThrough.map { .string($0) })
        if !clickTracking.isEmpty { add("clickTracking", .strings(clickTracking)) }
        add("companions", .array(companions.map(\.inspection)))
        add("verifications", .array(verifications.map(\.inspection)))
        add("adVerificationNotExecuted", .strings(verifications.flatMap(\.notExecuted)))
        switch content {
        case .nothing: break
        case .inline(let inline): members += inline.members
        case .wrapper(let wrapper): members += wrapper.members
        }
        return .object(members.sorted { $0.key < $1.key })
    }
}

extension VASTInline {
    fileprivate var members: [JSONMember] {
        var members = [
            JSONMember("kind", "inline"),
            JSONMember("media", .array((linear?.media ?? []).map(\.inspection))),
        ]
        if let duration = linear?.duration {
            members.append(JSONMember("duration", .decimal(duration.inSeconds)))
        }
        if let offset = linear?.skipOffset {
            members.append(JSONMember("skipOffset", offset.inspection))
        }
        if let chosen = linear?.chosen {
            members.append(JSONMember("chosenMedia", .string(chosen.address)))
        }
        return members
    }
}

extension VASTWrapper {
    fileprivate var members: [JSONMember] {
        var members = [
            JSONMember("kind", "wrapper"),
            JSONMember("followAdditionalWrappers", .bool(followsWrappers)),
            JSONMember("allowMultipleAds", .bool(allowsSeveral)),
            JSONMember("fallbackOnNoAd", .bool(fallsBack ?? false)),
        ]
        if let address { members.append(JSONMember("wrapperURL", .string(address))) }
        if !blockedCategories.isEmpty {
            members.append(JSONMember("blockedCategories", .strings(blockedCategories)))
        }
        return members
    }
}

extension [VASTTracking] {
    /// The addresses by the names of their events.
    fileprivate var inspection: JSONValue {
        let named = Dictionary(grouping: self, by: \.event)
        return .object(
            named.sorted { $0.key < $1.key }.map { event, trackings in
                JSONMember(event, .strings(trackings.map(\.address)))
            })
    }
}

extension VASTTracking {
    fileprivate var inspection: JSONValue {
        .present([
            "event": .string(event), "offset": offset?.inspection ?? .null, "url": .string(address),
        ])
    }
}

extension VASTOffset {
    /// Seconds, or a text with a percentage.
    fileprivate var inspection: JSONValue {
        switch self {
        case .time(let time): .decimal(time.inSeconds)
        case .share(let share): .string("\(JSONValue.decimal(share * 100))%")
        }
    }
}

extension VASTMedia {
    fileprivate var inspection: JSONValue {
        .present([
            "apiFramework": JSONValue(framework), "bitrate": JSONValue(bitrate),
            "codec": JSONValue(codec), "delivery": JSONValue(delivery), "type": JSONValue(type),
            "url": .string(address),
        ])
    }
}

extension VASTCompanion {
    fileprivate var inspection: JSONValue {
        .present([
            "clickThrough": JSONValue(clickThrough), "height": JSONValue(height),
            "id": JSONValue(id), "resource": JSONValue(resource), "width": JSONValue(width),
        ])
    }
}

extension VASTVerification {
    fileprivate var inspection: JSONValue {
        .present(["resources": .strings(resources), "vendor": JSONValue(vendor)])
    }
}

extension VMAPDocument {
    fileprivate var inspection: JSONValue {
        .present([
            "breaks": .array(breaks.map(\.inspection)), "version": JSONValue(version),
        ])
    }
}

extension VMAPDocument.Break {
    fileprivate var inspection: JSONValue {
        var members = [
            JSONMember("allowMultipleAds", .bool(allowsSeveral)),
            JSONMember("timeOffset", .string(timeOffset)),
            JSONMember("tracking", tracking.inspection),
            JSONMember("type", .string(types.joined(separator: ","))),
        ]
        if let id { members.append(JSONMember("id", .string(id))) }
        if !isPlaced {
            members.append(JSONMember("error", "its timeOffset is not one of VMAP; left out"))
        }
        if let repeatAfter {
            members.append(JSONMember("repeatAfter", .decimal(repeatAfter.inSeconds)))
        }
        switch source {
        case .inline(let document):
            members.append(JSONMember("source", "inline"))
            members += (document?.verdict ?? .error(.schema)).members
        case .tag(let address):
            members += [JSONMember("source", "tag"), JSONMember("url", .string(address))]
        case .custom: members.append(JSONMember("source", "custom"))
        case nil: break
        }
        return .object(members.sorted { $0.key < $1.key })
    }
}

extension JSONValue {
    fileprivate static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
