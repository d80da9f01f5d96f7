import MediaTime

/// A pod of advertisements in a stream.
package struct Pod: Hashable, Sendable {
    package var id: String
    package var position: Position

    /// Consecutive; the first is true[X]'s placeholder.
    package var ads: [Ad]

    /// The slot of a pod.
    package enum Position: String, CaseIterable, Sendable {
        case preroll
        case midroll
    }

    package struct Ad: Hashable, Sendable {
        package var name: String
        package var title: String

        /// In stream time.
        package var range: FrameRange
    }

    package var range: FrameRange {
        guard let first = ads.first, let last = ads.last else { return FrameRange(.zero, .zero) }
        return FrameRange(first.range.start, last.range.end)
    }

    /// The pod `count` frames later.
    func moved(by count: Int) -> Pod {
        var moved = self
        moved.ads = ads.map { ad in
            var ad = ad
            ad.range = FrameRange(ad.range.start + count, ad.range.end + count)
            return ad
        }
        return moved
    }
}

extension PodProgramme {
    /// The pods of the file, in file time. A pod at the beginning is the preroll.
    package var pods: [Pod] {
        breaks.enumerated().map { index, pod in
            var end = FrameTime(Duration(clamping: pod.start, to: .position))
            let ads = pod.ads.map { ad in
                let start = end
                end = start + Duration(clamping: ad.duration, to: .length).frameCount
                return Pod.Ad(name: ad.name, title: ad.title, range: FrameRange(start, end))
            }
            return Pod(
                id: "pod-\(index + 1)", position: pod.start == 0 ? .preroll : .midroll, ads: ads)
        }
    }
}
