import Advertising

/// The query of a request for ads.
struct AdTagRequest: Sendable {
    var form: AdTagForm
    /// The number of ads in the answer.
    var adCount: Int
    /// The spot that the first ad is, by its place in the manifest from 1. The others follow in turn.
    var first: Int
    /// The number of wrappers before the ads.
    var wrapperCount: Int
    /// When a listener may skip an ad, in seconds from its start; `nil` if never.
    var skipOffset: Int?

    /// No answer has more ads, and no chain more wrappers.
    static let limit = 20

    init(_ fields: QueryFields, dialect: AdTagForm.Dialect) throws(RequestRefusal) {
        form = try AdTagForm(dialect, version: fields["version"])
        adCount = try Self.count("ads", in: fields) ?? 1
        first = try Self.count("first", in: fields) ?? 1
        wrapperCount = try Self.count("wrappers", in: fields) ?? 0
        skipOffset = try Self.count("skip", in: fields, most: 3600)
    }

    private static func count(
        _ name: String, in fields: QueryFields, most: Int = limit
    ) throws(RequestRefusal) -> Int? {
        guard let count = try fields.integer(name) else { return nil }
        guard (0...most).contains(count) else {
            throw RequestRefusal("\(name)=\(count): it is from 0 to \(most)")
        }
        return count
    }
}

/// A standard and its version.
struct AdTagForm: Hashable, Sendable {
    var dialect: Dialect
    var major: Int
    var minor: Int

    enum Dialect: String, Hashable, Sendable {
        case vast = "VAST"
        case daast = "DAAST"

        /// The first one is the standard one.
        fileprivate var versions: [(major: Int, minor: Int)] {
            switch self {
            case .vast: [(4, 2), (2, 0), (3, 0), (4, 0), (4, 1), (4, 3)]
            case .daast: [(1, 1), (1, 0)]
            }
        }
    }

    var version: String { "\(major).\(minor)" }

    /// `nil` stands for the standard version.
    init(_ dialect: Dialect, version: String?) throws(RequestRefusal) {
        let known = dialect.versions
        let chosen = version.map { text in known.first { "\($0.major).\($0.minor)" == text } }
        guard let one = chosen ?? known.first else {
            let names = known.map { "\($0.major).\($0.minor)" }.sorted().joined(separator: ", ")
            throw RequestRefusal("version=\(version ?? ""): it is one of \(names)")
        }
        self.dialect = dialect
        (major, minor) = one
    }

    /// Whether it is VAST of this version or a later one.
    func isVAST(from major: Int, _ minor: Int) -> Bool {
        dialect == .vast && (self.major, self.minor) >= (major, minor)
    }
}
