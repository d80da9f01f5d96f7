/// A stream with ICY blocks, taken apart as a player would.
struct ICYReading {
    /// After how many bytes of audio a block is due.
    let interval: Int
    private(set) var audio: [UInt8] = []
    /// What was told, without the blocks that say nothing new.
    private(set) var titles: [String] = []

    private var untilBlock: Int
    private var rest: [UInt8] = []

    init(interval: Int) {
        self.interval = interval
        untilBlock = interval
    }

    mutating func take(_ bytes: [UInt8]) {
        rest += bytes
        while !rest.isEmpty {
            let piece = rest.prefix(untilBlock)
            if !piece.isEmpty {
                audio += piece
                untilBlock -= piece.count
                rest.removeFirst(piece.count)
                continue
            }
            let length = Int(rest[0]) * 16
            guard rest.count > length else { return }
            if length > 0 {
                let title = rest[1...length].prefix { $0 != 0 }
                titles.append(String(decoding: title, as: UTF8.self))
            }
            rest.removeFirst(1 + length)
            untilBlock = interval
        }
    }
}
