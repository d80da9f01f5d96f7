import AdPlayback
import MediaTime

extension TruexCoordinator.Effect {
    var text: String {
        switch self {
        case .create(let token, let stop, let slotType):
            "create \(token.rawValue) for \(stop.pod)/\(stop.ad) \(slotType.rawValue)"
        case .start(let token): "start \(token.rawValue)"
        case .stop(let token): "stop \(token.rawValue)"
        case .release(let token): "release \(token.rawValue)"
        case .pause(let token, let reason): "pause \(token.rawValue) \(reason)"
        case .resume(let token, let reason): "resume \(token.rawValue) \(reason)"
        case .forward(let token, let message): "forward \(token.rawValue) \(message)"
        case .endCard(let token): "endCard \(token.rawValue)"
        case .hold: "hold"
        case .fill(let target): "fill until \(target.seconds)"
        case .land(let landing): "land \(landing.target.seconds) \(landing.route)"
        case .seek(let target): "seek \(target.seconds)"
        case .refuseSeek: "refuseSeek"
        case .closeStream: "closeStream"
        case .controls(let controls): "controls \(controls)"
        case .spots(let rule): "spots \(rule)"
        case .wake(let time): "wake \(time.map { "\($0.seconds)" } ?? "never")"
        case .log(let line): line.text
        }
    }
}

extension TruexLog {
    var text: String {
        switch self {
        case .breakStarted(let pod): "\(name) \(pod)"
        case .breakEnded(let pod, let tally):
            "\(name) \(pod) played \(tally.played) skipped \(tally.skipped) "
                + "credited \(tally.credited)"
        case .renderer(let stop, let token, _): "\(name) \(stop.pod) \(token.rawValue)"
        case .slotCredited(let pod, let ad): "\(name) \(pod)/\(ad)"
        case .skipped(_, let pod, let start, let end, let route):
            "\(name) \(pod) \(start.seconds) \(end.seconds) \(route)"
        case .fillerStarted(let pod, let target): "\(name) \(pod) \(target.seconds)"
        case .timedOut(let stop, let token, let deadline):
            "\(name) \(stop.pod) \(token.rawValue) \(deadline)"
        case .snappedBack(let pod, let target): "\(name) \(pod) \(target.seconds)"
        }
    }
}
