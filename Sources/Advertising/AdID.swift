import MediaTime

/// An advertiser's own id of an advertisement: a number or a text, as its document has it.
public enum AdID: Hashable, Sendable {
    case number(Int)
    case text(String)

    /// The length limit of a text in Unicode scalars.
    public static let textLimit = 256

    /// The id as a session may use it to number the advertisement; `nil` for a text.
    var number: Int? {
        switch self {
        case .number(let number): number
        case .text: nil
        }
    }
}

extension AdID: Codable {
    /// Reads a number or a text of at most ``textLimit``.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            self = .number(try value.decode(Int.self))
        } catch {
            let text = try value.decode(String.self)
            guard text.unicodeScalars.count <= Self.textLimit else {
                throw DecodingError.number(
                    .more(than: "\(Self.textLimit) characters long"), at: value.codingPath)
            }
            self = .text(text)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        }
    }
}

extension AdID: CustomStringConvertible {
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension AdID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) { self = .number(value) }
}

extension AdID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
}
