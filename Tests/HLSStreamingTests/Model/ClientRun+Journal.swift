import AdCues
import HLSPlaylists
import HLSStreaming
import MediaTime

/// The lines of a journal: everything that a client does, with the time in milliseconds.
extension ClientRun {
    static func line(_ effect: HLSClient.Effect) -> String {
        switch effect {
        case .loadPlaylist(let request): line(request)
        case .loadMedia(let request): line(request)
        case .cancelMedia(let id): "cancel media \(id)"
        case .wake(let time): "wake at \(milliseconds(time))"
        case .lost(let loss): "lost by \(loss)"
        case .tryAgain(let count): "try \(count)"
        case .resumed: "resumed"
        case .giveUp(let loss): "give up by \(loss)"
        case .end: "end"
        case .fail(let failure): "fail: \(failure)"
        }
    }

    private static func line(_ request: PlaylistRequest) -> String {
        let directives = request.directives.map { " \($0.name)=\($0.value)" }.joined()
        return "load playlist \(request.id) of choice \(request.choice)\(directives)"
    }

    private static func line(_ request: MediaRequest) -> String {
        let part = request.part.map { " part \($0)" } ?? ""
        let range = request.byteRange.map { " bytes \($0)" } ?? ""
        let map = request.map.map { " map \($0.uri)" } ?? ""
        let key = request.key.map { " key \($0.uri)" } ?? ""
        let cues = request.cues.map { cue in
            " cue \(cue.id ?? "-") \(cue.kind) at \(milliseconds(cue.position.duration))"
        }
        return
            "load media \(request.id) of choice \(request.choice): \(request.uri)\(part)\(range),"
            + " number \(request.sequence), \(milliseconds(request.duration)) ms,"
            + " run \(request.run) \(request.joint)\(map)\(key)\(cues.joined())"
    }

    /// What is known after an event.
    var state: String {
        let distance = client.distanceFromEnd(at: now).map { "\(Self.milliseconds($0))" } ?? "-"
        let retries = client.retries(at: now).map { retries in
            ", try \(retries.count), \(retries.remaining.map { "\(Self.milliseconds($0))" } ?? "-")"
                + " left"
        }
        return "from the end \(distance)\(retries ?? "")\(client.isRecording ? ", recording" : "")"
    }

    static func milliseconds(_ time: Duration) -> Int {
        Int(saturating: (time / .milliseconds(1)).rounded())
    }
}
