/// What was odd in a document and what was made of it, one line each, and no more than a reader
/// bears.
struct Remarks {
    private(set) var lines: [String]
    private static let limit = 100

    init(_ lines: [String] = []) {
        self.lines = lines
    }

    mutating func add(_ line: String) {
        if lines.count < Self.limit {
            lines.append(line)
        } else if lines.count == Self.limit {
            lines.append("and more of that kind")
        }
    }
}
