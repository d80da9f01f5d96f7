import Advertising
import HTTPServing
import HTTPTypes
import Hummingbird
import MediaTime

/// Tells listeners of the live stream which pods follow: `/session/ping`.
struct PingRoutes: Sendable {
    let pods: LivePods
    let sessions: PodSessions
    let adServer: TruexAdServer

    /// How far ahead pods are reported.
    private static let horizon = Duration.seconds(60)
    private static let interval = 30.0

    /// The reason for a ping.
    private enum Event: String, CaseIterable {
        case start
        case seek
    }

    func add(to router: Router<ConnectionContext>) {
        router.group("/session/ping").add(middleware: OpenAccessMiddleware())
            .get(":name") { try await ping($0, $1) }
    }

    private func ping(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let name = try context.parameters.require("name")
        let fields = QueryFields(request)
        let time = max(0, try fields.seconds("pt") ?? 0)
        let event: Event? = try fields.word("ev")
        let from = event == .seek ? min(time, try fields.seconds("ft") ?? time) : time
        guard name.hasSuffix(".json"), let session = await sessions[String(name.dropLast(5))]
        else {
            let refusal: JSONNode = ["error": "there is no such session", "next_time": -1]
            return try Response.json(refusal, status: .notFound)
        }
        switch session {
        case .file:
            let never: JSONNode = ["next_time": -1]
            return try Response.json(never)
        case .live(let listener, let asked):
            guard let firstSample = listener.firstSample else {
                let early: JSONNode = ["next_time": .number(time)]
                return try Response.json(early)
            }
            let window = FrameRange(
                FrameTime(Duration(clamping: from, to: .position)),
                FrameTime(Duration(clamping: time, to: .position) + Self.horizon))
            let pods = pods.pods(in: window, from: firstSample)
            let answer: JSONNode = [
                "next_time": .number(time + Self.interval),
                "ads": try await ads(of: pods, asked, base: request.base),
            ]
            return try Response.json(answer)
        }
    }

    private func ads(
        of pods: [Pod], _ asked: ScheduleRequest, base: String
    ) async throws -> JSONNode {
        let parameters = PlaceholderParameters(
            asked: asked, macros: .brackets, base: base, adServer: adServer)
        return try await PodSchedule(
            base: base, streamURL: base + TruexPart.mountPoint, pods: pods,
            parameters: parameters.all(for: pods)
        ).uplynkAds(writing: asked.writing)
    }
}
