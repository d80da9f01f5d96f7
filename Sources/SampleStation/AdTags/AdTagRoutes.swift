import Advertising
import FoundationEssentials
import HTTPServing
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore

/// Serves ads in VAST, DAAST and VMAP, and logs the beacons: `/ads`.
struct AdTagRoutes: Sendable {
    let spots: [Advertisement]
    let clock: StationClock
    private let log = BeaconLogOwner()

    init(_ manifest: StationManifest, clock: StationClock) {
        spots = manifest.spots
        self.clock = clock
    }

    static let beaconPath = "/ads/beacon"
    static let logPath = "/ads/beacons"

    static func path(of dialect: AdTagForm.Dialect) -> String {
        switch dialect {
        case .vast: "/ads/vast.xml"
        case .daast: "/ads/daast.xml"
        }
    }

    func add(to router: Router<ConnectionContext>) {
        for dialect in [AdTagForm.Dialect.vast, .daast] {
            router.get("\(Self.path(of: dialect))") { request, context in
                try await ads(of: dialect, request, context)
            }
        }
        router.get("/ads/vmap.xml") { request, _ in
            let fields = QueryFields(request)
            let schedule = try AdTagSchedule(
                fields, base: request.base, call: await note(request), spots: spots)
            return Self.xml(schedule.root.document)
        }
        router.get("\(Self.beaconPath)") { request, _ in try await track(request) }
        router.post("\(Self.beaconPath)") { request, _ in try await track(request) }
        router.get("\(Self.logPath)") { request, _ in try await beacons(request) }
        router.delete("\(Self.logPath)") { _, _ in
            await log.ask { $0.clear() }
            return Response(status: .noContent)
        }
        router.post("/control/beacons") { request, _ in
            guard let seconds = try QueryFields(request).seconds("down"), seconds >= 0 else {
                throw RequestRefusal("say ?down=SECONDS")
            }
            let end = clock.elapsed() + Duration(clamping: seconds, to: .length)
            await log.ask { $0.refusedUntil = end }
            return Response(status: .noContent)
        }
    }

    // MARK: - Ads

    private func ads(
        of dialect: AdTagForm.Dialect, _ request: Request, _ context: ConnectionContext
    ) async throws -> Response {
        let fields = QueryFields(request)
        var asked = try AdTagRequest(fields, dialect: dialect)
        let fault: AdTagFault? = try fields.word("fault")
        // The documents behind a wrapper belong to the request for it.
        let call: Int
        if let number = try fields.integer("call") {
            call = number
        } else {
            call = await note(request)
        }
        if fault == .noAd { asked.adCount = 0 }
        if fault == .loop { asked.wrapperCount = 1 }
        var document = AdTagDocument(base: request.base, call: call, request: asked, spots: spots)
        if fault == .loop { document.ownPath = request.uri.description }
        let response = Self.xml(document.root.document)
        return try await fail(fault, response, request, context)
    }

    private func fail(
        _ fault: AdTagFault?, _ response: Response, _ request: Request, _ context: ConnectionContext
    ) async throws -> Response {
        let waits = ListenerWaits(on: clock, until: context.channel)
        switch fault {
        case nil, .noAd, .loop:
            return response
        case .slow:
            try await waits.sleepUntil(clock.elapsed() + AdTagFault.slowness)
            return response
        case .failure:
            throw RequestRefusal("this failure was asked for", status: .internalServerError)
        case .missing:
            throw RequestRefusal("this failure was asked for", status: .notFound)
        case .redirect:
            return Response(status: .found, headers: [.location: request.uri.description])
        case .garbage:
            return Self.xml("\u{1}\u{2}]}<")
        case .stall, .drip, .close:
            return Self.interrupted(response, by: fault, waits, clock)
        }
    }

    /// A response whose body does not arrive as a whole.
    private static func interrupted(
        _ response: Response, by fault: AdTagFault?, _ waits: ListenerWaits, _ clock: StationClock
    ) -> Response {
        let length = response.body.contentLength ?? 1
        let body = ResponseBody(contentLength: length) { writer in
            if fault == .close {
                try await writer.write(ByteBuffer(string: "<"))
                throw CancellationError()
            }
            for _ in 0..<length {
                if fault == .drip { try await writer.write(ByteBuffer(string: "<")) }
                try await waits.sleepUntil(clock.elapsed() + AdTagFault.dripPause)
            }
            try await writer.finish(nil)
        }
        return Response(status: response.status, headers: response.headers, body: body)
    }

    private static func xml(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/xml", .cacheControl: "no-store",
                .accessControlAllowOrigin: "*",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func note(_ request: Request) async -> Int {
        let path = request.uri.description
        return await log.ask { $0.note(call: path, at: Date().timeIntervalSince1970) }
    }

    // MARK: - Beacons

    private func track(_ request: Request) async throws -> Response {
        let date = Date().timeIntervalSince1970
        let beacon = try AdTagBeacon(QueryFields(request), at: date)
        let now = clock.elapsed()
        let isRefused = await log.ask { log in
            guard log.refusedUntil <= now else { return true }
            log.note(beacon)
            return false
        }
        if isRefused {
            throw RequestRefusal("beacons are refused for a while", status: .serviceUnavailable)
        }
        return Response(status: .noContent, headers: [.accessControlAllowOrigin: "*"])
    }

    /// What came: all of it, or that of one request, event or ad.
    private func beacons(_ request: Request) async throws -> Response {
        let fields = QueryFields(request)
        let call = try fields.integer("call")
        let (event, ad) = (fields["event"], fields["ad"])
        let log = await log.ask { $0 }
        return try Response.json(
            Answer(
                calls: log.calls.filter { call == nil || $0.call == call },
                beacons: log.beacons.filter {
                    (call == nil || $0.call == call) && (event == nil || $0.event == event)
                        && (ad == nil || $0.ad == ad)
                }))
    }

    private struct Answer: Encodable {
        var calls: [AdTagCall]
        var beacons: [AdTagBeacon]
    }
}
