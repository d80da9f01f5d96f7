import AdPlayback
import MediaTime

extension TruexPod {
    /// The same pod, its frames turned into others by `frame`.
    func turned(by frame: (FrameTime) -> FrameTime) -> TruexPod {
        func turned(_ range: FrameRange) -> FrameRange {
            FrameRange(frame(range.start), frame(range.end))
        }
        var pod = self
        pod.range = turned(range)
        for index in ads.indices { pod.ads[index].range = turned(ads[index].range) }
        return pod
    }
}
