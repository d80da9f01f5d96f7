import MediaTime

/// A break as described by its document, before it is placed in the stream.
struct DraftBreak {
    /// The name in remarks, such as `break 2`.
    var name: String
    var id: String?
    var offset: AdSchedule.Offset
    /// In frames; `nil` if missing or unusable.
    var duration: Int?
    /// `nil` if the document has none.
    var position: AdSchedule.Position?
    var ads: [DraftAd] = []
    var tracking: [String: [String]] = [:]

    /// An ad as described by its document.
    struct DraftAd {
        var ad = AdSchedule.Ad()
        /// In frames; `nil` if missing or unusable.
        var duration: Int?
        /// The position according to the document.
        var placed: FrameRange?
    }
}

extension DraftBreak {
    /// The tolerance for times that servers rounded.
    private static let tolerance = FrameTime.rate / 10

    /// Places the break at `start`.
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

    /// The position of a break whose server gave none (rule C6).
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

    /// Adds a remark for each function that the break cannot fulfil.
    private func tell(of laidOut: AdSchedule.Break, remarks: inout Remarks) {
        if laidOut.isEmpty {
            remarks.add("\(name): there is nothing in it; it never starts")
        }
        for (number, ad) in laidOut.ads.enumerated() {
            switch ad.kind {
            case .linear, .nonLinear: break
            case .truex where number > 0:
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
    /// The range of an ad that follows `cursor`.
    ///
    /// The document's position is used if it is inside the break and after the earlier ads.
    fileprivate func range(from cursor: FrameTime, breakStart: FrameTime) -> FrameRange {
        if let placed, placed.start >= breakStart, placed.end > max(placed.start, cursor) {
            return FrameRange(max(placed.start, cursor), placed.end)
        }
        return FrameRange(cursor, count: duration ?? 0)
    }
}

extension Int {
    /// A count of frames as seconds, for remarks.
    fileprivate var seconds: String {
        "\((Double(self) / Double(FrameTime.rate) * 1000).rounded() / 1000) s"
    }
}
