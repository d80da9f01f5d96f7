import Advertising
import FoundationEssentials
import MediaTime
import PlainText

/// The bounds of what a broker sends, and how it is read.
package enum FleetPayload {
    /// The most bytes of a payload.
    package static let byteLimit = 65_536
    /// How deep its lists and objects may be nested.
    static let depthLimit = 8
    /// The most spots of a push or a break.
    static let spotLimit = 20
    /// The most breaks of a schedule.
    static let breakLimit = 200
    /// The longest id.
    static let idLimit = 64

    /// Why a payload is refused, in words.
    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    /// Reads a document, after it was checked for its size and depth.
    static func read<Document: Decodable>(
        _ type: Document.Type, from bytes: [UInt8]
    ) throws(Refusal) -> Document {
        try check(bytes)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let refusal as Refusal {
            throw refusal
        } catch let error as DecodingError {
            throw Refusal(error.words)
        } catch {
            throw Refusal("it is no JSON document")
        }
    }

    /// Throws for a payload that is too long or too deep. Takes linear time.
    package static func check(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= byteLimit else {
            throw Refusal("it has more than \(byteLimit) bytes")
        }
        var depth = 0
        var isInText = false
        var isEscaped = false
        for byte in bytes {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInText
            case UInt8(ascii: "\""): isInText.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if !isInText { depth += 1 }
                guard depth <= depthLimit else {
                    throw Refusal("its lists and objects are nested too deep")
                }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInText { depth -= 1 }
            default: break
            }
        }
    }

    /// Whether `text` may be the id of a push or a break: printable ASCII without spaces.
    package static func isID(_ text: String) -> Bool {
        (1...idLimit).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether `text` is an http or https address.
    package static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 8192, let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), let host = parts.host
        else { return false }
        return ["http", "https"].contains(scheme) && !host.isEmpty
    }

    /// What a broker may say of spots: nothing on the disk of the player, no number of its session.
    static func checked(
        _ spots: [Advertisement], limit: Int = spotLimit
    ) throws(Refusal) -> [Advertisement] {
        guard (1...limit).contains(spots.count) else {
            throw Refusal("it has no spot, or more than \(limit)")
        }
        var checked: [Advertisement] = []
        for spot in spots {
            guard isAddress(spot.audioFileURL) else {
                throw Refusal("the url of a spot is no http or https address")
            }
            var plain = Advertisement(
                id: 0, title: spot.title.printable(limit: 500), audioFileURL: spot.audioFileURL,
                duration: spot.duration, description: spot.description.printable(limit: 4000),
                bannerFileURL: spot.bannerFileURL.flatMap { isAddress($0) ? $0 : nil },
                bannerTargetURL: spot.bannerTargetURL.flatMap { isAddress($0) ? $0 : nil },
                adID: spot.adID)
            if plain.title.isEmpty { plain.title = spot.audioFileURL.withoutUserInfo }
            checked.append(plain)
        }
        return checked
    }
}

extension DecodingError {
    fileprivate var words: String {
        if let numberWords { return numberWords }
        return switch self {
        case .keyNotFound(let key, _): "'\(key.stringValue.printable(limit: 40))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.last { $0.intValue == nil }.map {
                "'\($0.stringValue.printable(limit: 40))' is of another kind"
            } ?? "it is no JSON object"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "it is no JSON document" : context.debugDescription
        @unknown default: "it is no JSON document"
        }
    }
}

extension KeyedDecodingContainer {
    func decodeID(forKey key: Key) throws -> String {
        let id = try decode(String.self, forKey: key)
        guard FleetPayload.isID(id) else {
            throw FleetPayload.Refusal(
                "an id has 1 to \(FleetPayload.idLimit) printable characters without spaces")
        }
        return id
    }
}
