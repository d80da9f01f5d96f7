import FoundationEssentials
import MediaTime

/// The house ads of one list, and who named what stands in it.
public struct HouseAdInventory: Hashable, Sendable {
    public var ads: [HouseAd]
    public var source: AdImage.Source

    public init(_ ads: [HouseAd], from source: AdImage.Source) {
        self.ads = ads
        self.source = source
    }

    /// More ads than any operator has by hand.
    private static let largest = 1000

    /// Reads a list of house ads, a JSON array. `place` says where it was, for the error line.
    public init(
        parsing list: [UInt8], from source: AdImage.Source, at place: String
    ) throws(AdLoadError) {
        let ads: [HouseAd]
        do {
            ads = try JSONDecoder().decode([HouseAd].self, from: Data(list))
        } catch {
            throw .unusable("\(place): no list of house ads: \(Self.words(for: error))")
        }
        guard ads.count <= Self.largest else {
            throw .unusable("\(place): more than \(Self.largest) house ads; use fewer")
        }
        self.init(ads, from: source)
    }

    private static func words(for error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        return switch error {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath)) has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "write a JSON array of objects with an \"image\" each"
                : path(context.codingPath) + reason(in: context)
        @unknown default: "\(error)"
        }
    }

    private static func reason(in context: DecodingError.Context) -> String {
        if let error = context.underlyingError as? NumberError { return " \(error)" }
        return ": \(context.debugDescription)"
    }

    /// `ad 2, sizes`: which ad of the list, from 1, and what of it.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { key in key.intValue.map { "ad \($0 + 1)" } ?? key.stringValue }
            .joined(separator: ", ")
    }
}
