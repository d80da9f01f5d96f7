/// Takes a stream with ICY blocks apart, as a player would.
enum ICYReading {
    static func take(apart woven: [UInt8], interval: Int) -> (audio: [UInt8], titles: [String]) {
        var audio: [UInt8] = []
        var titles: [String] = []
        var rest = woven[...]
        while rest.count > interval {
            audio += rest.prefix(interval)
            rest = rest.dropFirst(interval)
            let length = Int(rest.removeFirst()) * 16
            if length > 0 {
                titles.append(
                    String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self))
            }
            rest = rest.dropFirst(length)
        }
        return (audio + rest, titles)
    }
}
