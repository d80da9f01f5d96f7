import MediaTime

extension AdSchedule {
    /// Sorts the breaks by start, removes overlaps, and gives each break a unique id.
    ///
    /// A break ends where the next one begins, so a listener who skips one break still gets the
    /// next (rule C5).
    static func arranged(_ breaks: [Break], remarks: inout Remarks) -> [Break] {
        var result: [Break] = []
        var lastInTheWay: Int?
        var lastStart: FrameTime?
        for one in sorted(breaks) {
            var next = one
            if next.isInTheWay, let index = lastInTheWay {
                let last = result[index]
                if next.range.start == lastStart, !next.id.isEmpty, next.id == last.id {
                    remarks.add("\(name(of: next)) is repeated")
                    continue
                }
                if next.range.start == lastStart || next.range.start < last.range.start {
                    // Breaks with the same time follow one another.
                    next = next.moved(to: last.range.end)
                } else if next.range.start < last.range.end {
                    remarks.add(
                        "\(name(of: last)) overlaps the next one; cut where that begins")
                    result[index] = last.cut(at: next.range.start)
                }
            }
            if next.isInTheWay {
                lastInTheWay = result.count
                lastStart = one.range.start
            }
            result.append(next)
        }
        // A break without ads is not moved, and may start before one that was.
        return withIDs(sorted(result))
    }

    /// Sorts by start, keeping the document's order of breaks that start together.
    private static func sorted(_ breaks: [Break]) -> [Break] {
        breaks.enumerated().sorted { left, right in
            let starts = (left.element.range.start, right.element.range.start)
            return starts.0 == starts.1 ? left.offset < right.offset : starts.0 < starts.1
        }.map(\.element)
    }

    /// Gives each break a unique id: the server's id, or one made from its position.
    private static func withIDs(_ breaks: [Break]) -> [Break] {
        var taken: Set<String> = []
        var counts: [String: Int] = [:]
        return breaks.map { one in
            var one = one
            let wanted = one.id.isEmpty ? "\(one.position)-\(one.range.start.frames)" : one.id
            one.id = wanted
            while !taken.insert(one.id).inserted {
                counts[wanted, default: 1] += 1
                one.id = "\(wanted)-\(counts[wanted, default: 1])"
            }
            return one
        }
    }

    static func name(of one: Break) -> String {
        let id = one.id.isEmpty ? "" : " \"\(one.id.printable)\""
        return "the break\(id) at \(ClockTime.text(of: one.range.start))"
    }
}
