import Advertising
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the schedules of the pods in every format: `/schedule`.
struct ScheduleRoutes: Sendable {
    let programme: PodProgramme
    let sessions: PodSessions
    let adServer: TruexAdServer

    func add(to router: Router<ConnectionContext>) {
        let schedule = router.group("/schedule").add(middleware: OpenAccessMiddleware())
        schedule.get("uplynk.json") { request, _ in
            let asked = try ScheduleRequest(QueryFields(request))
            let pods = try await self.schedule(asked, request, macros: .brackets)
            let preplay: JSONNode = [
                "sid": .string(await sessions.open(.file)), "prefix": .string(pods.base),
                "playURL": .string(pods.streamURL),
                "ads": pods.uplynkAds(writing: asked.writing),
            ]
            return try Response.json(preplay)
        }
        schedule.get("dai.xml") { request, _ in
            try await xml(request, .companion, macros: .dollarsAndPercents)
        }
        schedule.get("vmap.xml") { request, _ in
            try await xml(request, .adParameters, macros: .brackets)
        }
        schedule.get("live.json") { request, _ in
            let asked = try ScheduleRequest(QueryFields(request))
            let session = await sessions.open(.live(LiveSession(), asked))
            let none = PodSchedule(base: request.base, streamURL: "", pods: [], parameters: [])
            let preplay: JSONNode = [
                "sid": .string(session), "prefix": .string(request.base),
                "playURL": "\(request.base)\(TruexPart.mountPoint)?sid=\(session)",
                "ads": none.uplynkAds(writing: .object),
            ]
            return try Response.json(preplay)
        }
    }

    private func xml(
        _ request: Request, _ carrier: PodSchedule.Carrier, macros: AdServerAddress.Macros
    ) async throws -> Response {
        let asked = try ScheduleRequest(QueryFields(request))
        let pods = try await schedule(asked, request, macros: macros)
        let text: String
        if let number = asked.pod {
            guard let pod = pods.vast(pod: number, carrier) else {
                throw RequestRefusal(
                    "there is no pod \(number), only 1 to \(pods.pods.count)", status: .notFound)
            }
            text = pod
        } else {
            text = pods.vmap(carrier)
        }
        return Response(
            status: .ok, headers: [.contentType: "application/xml"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func schedule(
        _ asked: ScheduleRequest, _ request: Request, macros: AdServerAddress.Macros
    ) async throws -> PodSchedule {
        let parameters = PlaceholderParameters(
            asked: asked, macros: macros, base: request.base, adServer: adServer)
        return try await PodSchedule(
            base: request.base, streamURL: "\(request.base)/\(programme.file)",
            pods: programme.pods, system: asked.placement == "idvx" ? "IDVx" : "trueX",
            parameters: parameters.all(for: programme.pods))
    }
}
