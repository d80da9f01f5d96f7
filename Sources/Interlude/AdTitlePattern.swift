import AdCues

/// A pattern for the titles with which one station begins its advertisements.
///
/// A whole title has to match: words such as "ad" or "break" occur in the titles of songs. `*` stands
/// for any text, also for none; neither case nor white space around a title counts. One length may be
/// in it: `{ms}` milliseconds or `{s}` seconds, in digits, or `{clock}`, as `HH:MM:SS`. A break ends
/// after that length, or 30 s without one, and at the latest with the next title that does not match.
public struct AdTitlePattern: Hashable, Sendable {
    let pattern: TitlePattern

    /// Throws an ``AdTitlePatternError`` if `text` is empty, has more than 200 characters or more
    /// than one length, or would match every title.
    public init(_ text: String) throws(AdTitlePatternError) {
        do throws(TitlePattern.Fault) {
            pattern = try TitlePattern(parsing: text)
        } catch {
            throw AdTitlePatternError(error)
        }
    }

    /// As it was written.
    public var text: String { pattern.text }
}

/// Why a text is no ``AdTitlePattern``.
public struct AdTitlePatternError: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ fault: TitlePattern.Fault) {
        description =
            switch fault {
            case .empty: "the pattern of a title is empty"
            case .tooLong:
                "the pattern of a title has more than \(TitlePattern.longest) characters"
            case .matchesAll: "the pattern matches every title; add what only advertisements have"
            case .severalLengths: "the pattern of a title has more than one of {ms}, {s}, {clock}"
            }
    }
}

extension AdTitlePattern: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
