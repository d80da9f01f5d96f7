import Advertising
import MediaTime

extension PodSchedule {
    /// The `ads` of an Uplynk preplay, version 2, and of a ping response.
    func uplynkAds(writing: ScheduleRequest.Writing) -> JSONNode {
        [
            "breakOffsets": .array(
                pods.enumerated().map { index, pod in
                    ["index": .integer(index), "timeOffset": .number(pod.range.start.seconds)]
                }),
            "placeholderOffsets": .array(
                pods.enumerated().map { index, pod in
                    [
                        "breaksIndex": .integer(index), "adsIndex": 0,
                        "startTime": .number(pod.ads[0].range.start.seconds),
                        "endTime": .number(pod.ads[0].range.end.seconds),
                    ]
                }),
            "breaks": .array(
                zip(pods, parameters).map { pod, parameters in
                    let written = writing.value(of: parameters)
                    let first = placeholder(pod.ads[0], parameters: written)
                    return [
                        "breakId": .string(pod.id), "type": "linear",
                        "position": .string(pod.position.rawValue),
                        "timeOffset": .number(pod.range.start.seconds),
                        "duration": pod.range.duration, "events": [:],
                        "ads": .array([first] + pod.ads.dropFirst().map(spot)),
                    ]
                }),
        ]
    }

    private func placeholder(_ ad: Pod.Ad, parameters: JSONNode) -> JSONNode {
        [
            "apiFramework": "truex", "mimeType": "application/javascript",
            "creative": "\(base)/truex/placeholder.js", "duration": ad.range.duration,
            "width": 0, "height": 0, "companions": [], "extensions": [], "fw_parameters": [:],
            "events": [:], "adParameters": parameters,
        ]
    }

    private func spot(_ ad: Pod.Ad) -> JSONNode {
        [
            "apiFramework": nil, "mimeType": "uplynk/m3u8", "creative": .string(ad.name),
            "duration": ad.range.duration, "width": 0, "height": 0, "companions": [],
            "extensions": [], "fw_parameters": [:], "events": [:], "adParameters": [:],
        ]
    }
}

extension FrameRange {
    fileprivate var duration: JSONNode { .number(FrameTime(Int64(count)).seconds) }
}

extension ScheduleRequest.Writing {
    fileprivate func value(of parameters: JSONNode) -> JSONNode {
        switch self {
        case .object: parameters
        case .string: .string(parameters.json)
        }
    }
}
