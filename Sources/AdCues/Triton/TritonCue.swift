import MediaTime

/// What a cue point of Triton's streaming service stands for.
package enum TritonCue: Hashable, Sendable {
    /// An advertisement plays: a break, a spot for a target group, or an unknown kind of ad.
    case ad
    /// The break is over.
    case endOfBreak
    /// An ad of the service may be put in here. It neither starts nor ends a break.
    case insertionPoint
    /// A track plays.
    case track
    /// Something else is heard, such as `speech`.
    case other(String)
}

extension TritonCue {
    /// The values of `cue_type` and, for an ad, of `ad_type`. Neither case nor white space around
    /// them counts.
    package init(cueType: String, adType: String?) {
        let type = cueType.trimmingSpace.lowercased()
        switch (type, adType?.trimmingSpace.lowercased()) {
        case ("ad", "endbreak"): self = .endOfBreak
        case ("ad", "insert"): self = .insertionPoint
        case ("ad", _): self = .ad
        case ("track", _): self = .track
        default: self = .other(type)
        }
    }

    /// Whether a break that was going on is over: by its end, or by anything that is no ad.
    package var endsBreak: Bool {
        switch self {
        case .endOfBreak, .track, .other: true
        case .ad, .insertionPoint: false
        }
    }

    /// A `cue_time_duration`, which stations write in three ways: as milliseconds, as seconds with
    /// a decimal point, or as `HH:MM:SS`.
    ///
    /// `nil` for another text, and for a length that is 0, which stands for an unknown one, or
    /// beyond the bounds.
    package static func duration(_ text: String) -> Duration? {
        let text = text.trimmingSpace
        let length =
            if text.contains(":") {
                Duration(clock: text)
            } else if text.contains(".") {
                seconds(text)
            } else {
                text.allSatisfy(\.isASCIIDigit) ? Duration(milliseconds: text) : nil
            }
        return length == .zero ? nil : length
    }

    private static func seconds(_ text: String) -> Duration? {
        guard text.allSatisfy({ $0.isASCIIDigit || $0 == "." }), let number = Double(text) else {
            return nil
        }
        let length = Duration.milliseconds(Int64(saturating: (number * 1000).rounded()))
        return TimeBounds.length.range.contains(length) ? length : nil
    }
}
