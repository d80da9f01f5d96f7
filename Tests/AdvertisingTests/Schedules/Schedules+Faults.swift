import Advertising
import MediaTime

extension AdSchedule {
    /// The first broken invariant of a schedule; `nil` if there is none.
    var fault: String? {
        let linear = breaks.filter { $0.isLinear && !$0.isEmpty }
        for (one, next) in zip(linear, linear.dropFirst())
        where one.range.end > next.range.start || one.range.start >= next.range.start {
            return "\(one.id) and \(next.id) have a frame in common"
        }
        if Set(breaks.map(\.id)).count != breaks.count { return "two breaks share an id" }
        if remarks.count > 101 { return "\(remarks.count) remarks" }
        if remarks.contains(where: { $0.contains { $0.isNewline } }) { return "a remark of lines" }
        for one in breaks + unplaced.map(\.laidOut) {
            if let fault = one.fault { return "\(one.id): \(fault)" }
        }
        return nil
    }
}

extension AdSchedule.Break {
    fileprivate var fault: String? {
        if range.start < .zero || range.end < range.start { return "\(range)" }
        if range.end > FrameTime(4_000_000_000 * 48_000) { return "it ends at \(range.end)" }
        var cursor = range.start
        for ad in ads {
            if ad.range.start < cursor || ad.range.end < ad.range.start { return "\(ad.range)" }
            cursor = ad.range.end
            if let parameters = ad.truexParameters, ad.kind == .linear { return "\(parameters)" }
        }
        return cursor > range.end ? "an ad reaches out of it" : nil
    }
}
