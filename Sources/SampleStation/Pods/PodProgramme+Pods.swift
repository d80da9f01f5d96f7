import MediaTime

extension PodProgramme {
    /// The pods of the file, at its times. A pod at the file's beginning is the preroll.
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
