import MediaTime

/// A break as its document describes it, before it has its place in a stream.
struct DraftBreak {
    /// What remarks call it, such as `break 2`.
    var name: String
    var id: String?
    var offset: AdSchedule.Offset
    /// In frames; `nil` where the document says none that can be used.
    var duration: Int?
    /// `nil` where the document says none.
    var position: AdSchedule.Position?
    var ads: [DraftAd] = []
    var tracking: [String: [String]] = [:]

    /// An ad as its document describes it.
    struct DraftAd {
        var ad = AdSchedule.Ad()
        /// In frames; `nil` where the document says none that can be used.
        var duration: Int?
        /// Where the document says that it stands.
        var placed: FrameRange?
    }
}

extension DraftBreak {
    /// What the times of servers may differ by: they round them in ways of their own.
    private static let tolerance = FrameTime.rate / 10

    /// The break as it stands in the stream from `start` on.
    func laidOut(from start: FrameTime, remarks: inout Remarks) -> AdSchedule.Break {
        var cursor = start
        var laidOut: [AdSchedule.Ad] = []
        for draft in ads {
            var ad = draft.ad
            ad.range = draft.range(from: cursor, breakStart: start)
            cursor = ad.range.end
            laidOut.append(ad)
        }
        var result = AdSchedule.Break(
            id: id ?? "", position: position ?? position(from: start),
            range: FrameRange(start, cursor), ads: laidOut, tracking: tracking)
        if let duration {
            compare(cursor - start, with: duration, remarks: &remarks)
            result = result.cut(at: start + duration)
            result.range.end = start + duration
        }
        tell(of: result, remarks: &remarks)
        return result
    }

    /// The position of a break that its server gave none (rule C6).
    private func position(from start: FrameTime) -> AdSchedule.Position {
        switch offset {
        case .at: start <= .zero ? .preroll : .midroll
        case .share, .ordinal: .midroll
        case .end: .postroll
        }
    }

    private func compare(_ length: Int, with duration: Int, remarks: inout Remarks) {
        guard !ads.isEmpty, duration > 0 else { return }
        if length > duration + Self.tolerance {
            remarks.add(
                "\(name): its ads last \((length - duration).seconds) longer than it; they are cut")
        } else if length < duration - Self.tolerance {
            remarks.add(
                "\(name): its ads end \((duration - length).seconds) before it; "
                    + "the rest is no ad's")
        }
    }

    /// Tells what a break cannot do that it seems to be there for.
    private func tell(of laidOut: AdSchedule.Break, remarks: inout Remarks) {
        if laidOut.isEmpty {
            remarks.add("\(name): there is nothing in it; it never starts")
        }
        for (number, ad) in laidOut.ads.enumerated() {
            switch ad.kind {
            case .linear: break
            case .truex where number > 0, .truexCard where number > 0:
                remarks.add(
                    "\(name), ad \(number + 1): true[X] is offered as the first of a pod only; "
                        + "its placeholder is played")
            case .truex, .truexCard, .idvx:
                guard ad.truexParameters == nil else { break }
                remarks.add(
                    "\(name), ad \(number + 1): there are no parameters to ask true[X] with; "
                        + "it is not offered")
            }
        }
    }
}

extension DraftBreak.DraftAd {
    /// Where the ad stands that comes next at `cursor`.
    ///
    /// What the document says of its place holds as long as it is in this break and after the ads
    /// before it.
    fileprivate func range(from cursor: FrameTime, breakStart: FrameTime) -> FrameRange {
        if let placed, placed.start >= breakStart, placed.end > max(placed.start, cursor) {
            return FrameRange(max(placed.start, cursor), placed.end)
        }
        return FrameRange(cursor, count: duration ?? 0)
    }
}

extension Int {
    /// So many frames in seconds, to be read.
    fileprivate var seconds: String {
        "\((Double(self) / Double(FrameTime.rate) * 1000).rounded() / 1000) s"
    }
}
