/// Cuts bytes into lines as they arrive.
struct LineBuffer {
    /// How long a line may be.
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether more stands here, without an end of line, than a line may have.
    var isOverfull: Bool { bytes.count > limit && !bytes.contains(UInt8(ascii: "\n")) }

    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Takes the first whole line, without its end; `nil` until there is one.
    mutating func takeLine() -> String? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return line
    }
}
