import HLSPlaylists
import HLSStreaming

/// The client of HLS streams: playlists, one after another, as a server answers them.
enum HLSClientFuzz: FuzzTarget {
    static let name = "hls-client"
    static let kind = FuzzKind.text
    static let words =
        HLSFuzz.words + [
            "\n====\n", "#EXT-X-TARGETDURATION:2\n", "#EXT-X-ENDLIST\n", "#EXT-X-GAP\n",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,PART-HOLD-BACK=1\n",
            "#EXT-X-PART-INF:PART-TARGET=0.5\n", "#EXT-X-START:TIME-OFFSET=-9\n",
            "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\nv\n", "#EXT-X-CUE-OUT:1\n",
        ]

    private static let stepLimit = 300

    static func run(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var documents = text.split(separator: "\n====\n").map { Array($0.utf8) }[...]
        // A document that is no playlist, or has nothing to play, throws.
        guard let first = documents.popFirst(), let playlist = try? HLSPlaylist(parsing: first),
            var client = try? HLSClient(playlist, givingUpAfter: .seconds(60), at: .zero)
        else { return }
        var now = Duration.zero
        var wake: Duration?
        var waiting: [HLSClient.Event] = []
        var isOver = false
        var last = client.begin(at: now)
        for step in 0..<stepLimit where !isOver {
            precondition(last.count <= 8, "many effects of one event")
            for effect in last {
                precondition(!isOver, "an effect after the end")
                switch effect {
                case .loadPlaylist(let request):
                    waiting.append(answer(to: request, with: documents.popFirst()))
                case .loadMedia(let request):
                    precondition(request.duration >= .zero, "media of negative length")
                    waiting.append(
                        step % 7 == 6
                            ? .mediaFailed(id: request.id, .absent)
                            : .media(id: request.id, within: .milliseconds(step)))
                case .cancelMedia(let id):
                    waiting.removeAll {
                        if case .media(id, within: _) = $0 { true } else { false }
                    }
                case .wake(let time):
                    precondition(time > now, "woken in the past")
                    wake = time
                case .lost, .tryAgain, .resumed: break
                case .giveUp, .end, .fail: isOver = true
                }
            }
            _ = client.distanceFromEnd(at: now)
            if !waiting.isEmpty {
                now += .milliseconds(10)
                last = client.take(waiting.removeFirst(), at: now)
            } else {
                now = wake ?? now + .seconds(1)
                wake = nil
                last = client.take(.woken, at: now)
            }
        }
    }

    private static func answer(
        to request: PlaylistRequest, with document: [UInt8]?
    ) -> HLSClient.Event {
        // try?: a document that is no playlist is a failed load.
        if let document, case .media(let media)? = try? HLSPlaylist(parsing: document) {
            return .playlist(media, id: request.id)
        }
        return .playlistFailed(id: request.id, .passing)
    }
}
