import AdPlayback
import MediaTime

extension TruexPod {
    /// A pod of `length` seconds: a placeholder of 2 s, and two ads that share the rest.
    static func sample(
        _ id: String, at start: Double, length: Double = 60, _ kind: Kind = .truex,
        _ slotType: TruexSlotType = .midroll
    ) -> TruexPod {
        let middle = start + 2 + (length - 2) / 2
        return TruexPod(
            id: id, range: .seconds(start, start + length), slotType: slotType,
            ads: [
                Ad(range: .seconds(start, start + 2), kind: kind),
                Ad(range: .seconds(start + 2, middle), kind: .linear),
                Ad(range: .seconds(middle, start + length), kind: .linear),
            ])
    }
}

extension FrameTime {
    /// The frame at this second.
    static func at(_ second: Double) -> FrameTime {
        FrameTime(Duration(clamping: second, to: .session))
    }
}

extension FrameRange {
    static func seconds(_ start: Double, _ end: Double) -> FrameRange {
        FrameRange(.at(start), .at(end))
    }
}
