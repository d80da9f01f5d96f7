import Advertising
import HLSPlaylists
import HTTPServing
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore
import Synchronization

/// Serves the programme as live HLS, in all forms.
struct HLSRoutes: Sendable {
    private let clock: StationClock
    private let streams: [Stream]
    private let spots: InterstitialSpots
    private let faults = FaultState()

    /// One form.
    private struct Stream: Sendable {
        let playlist: LivePlaylist
        let writer: SegmentWriter

        var form: HLSForm { playlist.form }
        var programme: SegmentedProgramme { playlist.programme }
    }

    /// The faults, which operators and requests change.
    private final class FaultState: Sendable {
        let faults = Mutex(HLSFaults())
    }

    /// Streams of the programme in those of `mounts` that HLS can carry.
    init(_ configuration: StationConfiguration, mounts: [LiveProgramme]) throws(MediaError) {
        clock = configuration.clock
        let isFilled = configuration.markers.contains(.interstitial)
        spots = try InterstitialSpots(configuration.media)
        guard !isFilled || !spots.isEmpty else {
            throw .noSpot(folder: configuration.media.path)
        }
        let title = configuration.media.manifest.programme.title
        streams = HLSForm.allCases.compactMap { form in
            guard let mount = mounts.first(where: { $0.codec == form.codec }) else { return nil }
            let programme = SegmentedProgramme(
                mount, segmentLength: configuration.segmentLength,
                windowCount: configuration.segmentCount, breaks: configuration.breaks)
            return SegmentWriter(form, of: programme, markers: configuration.markers).map {
                Stream(
                    playlist: LivePlaylist(
                        form, of: programme, markers: configuration.markers,
                        onAirSince: configuration.date, title: title),
                    writer: $0)
            }
        }
    }

    /// The forms that are served.
    var forms: [HLSForm] { streams.map(\.form) }

    func add(to router: Router<ConnectionContext>) {
        for stream in streams {
            router.get(RouterPath(stream.form.playlistPath)) { request, _ in
                answer(
                    Array(playlist(of: stream, at: request.base).utf8), LivePlaylist.contentType)
            }
            router.get(RouterPath("\(stream.form.folder)/:name")) { _, context in
                try segment(of: stream, named: context.parameters.require("name"))
            }
        }
        if !variants.isEmpty {
            router.get(RouterPath(VariantList.path)) { _, _ in
                answer(Array(VariantList.text(variants).utf8), LivePlaylist.contentType)
            }
        }
        router.get(RouterPath("\(InterstitialSpots.folder)/:name")) { _, context in
            guard let file = spots.file(named: try context.parameters.require("name")) else {
                throw HTTPError(.notFound)
            }
            return answer(file.bytes, file.contentType)
        }
        router.post("/control/hls") { request, _ in
            try fail(as: request)
            return Response(status: .noContent)
        }
    }

    private func playlist(of stream: Stream, at base: String) -> String {
        stream.playlist.text(
            at: clock.elapsed(), with: faults.faults.withLock { $0 }, assets: spots.assets(at: base)
        )
    }

    private func segment(of stream: Stream, named name: String) throws -> Response {
        let form = stream.form
        if name == HLSForm.initialisationName, let bytes = stream.writer.initialisation {
            return answer(bytes, form.contentType)
        }
        guard let number = form.segmentNumber(named: name),
            stream.programme.served(at: clock.elapsed()).contains(number),
            !faults.faults.withLock({ $0.takesSegment() })
        else { throw HTTPError(.notFound) }
        return answer(stream.writer.segment(number), form.contentType)
    }

    private func answer(_ bytes: [UInt8], _ contentType: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: contentType, .cacheControl: "no-cache",
                .accessControlAllowOrigin: "*",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The forms of one codec: those with the most, AAC.
    private var variants: [VariantList.Entry] {
        streams.filter { $0.form.codec == .aac }.map { stream in
            let newest = stream.programme.window(at: .zero)
            let rates = newest.map { segment in
                let span = stream.programme.duration(of: segment)
                return stream.writer.segment(segment).count * 8 * span.rate / span.count
            }
            let header = ADTSFrameHeader(at: 0, in: stream.programme.programme.bytes(of: 0))
            return VariantList.Entry(
                path: stream.form.playlistPath, bandwidth: rates.max() ?? 0,
                codec: "mp4a.40.\(header?.objectType ?? 2)")
        }
    }

    /// Carries out a fault that an operator asks for.
    private func fail(as request: Request) throws {
        let query = QueryFields(request)
        guard let kind: HLSFaults.Kind = try query.word("fault") else {
            let known = HLSFaults.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestRefusal("say ?fault=…: \(known)")
        }
        let count = try query.integer("count") ?? 1
        let seconds = try query.seconds("seconds") ?? 30
        guard (0...1_000_000).contains(count) else {
            throw RequestRefusal("count=\(count): it is from 0 to 1000000")
        }
        guard kind == .skew || seconds >= 0 else {
            throw RequestRefusal("seconds=\(seconds): it must not be negative")
        }
        let length = Duration(clamping: seconds, to: .offset)
        let now = clock.elapsed()
        faults.faults.withLock { faults in
            switch kind {
            case .missing: faults.loseSegments(count)
            case .stall: faults.stall(from: now, for: length)
            case .jump: faults.jumpBack(by: count)
            case .skew: faults.skewDates(from: now, by: length)
            case .none: faults = HLSFaults()
            }
        }
    }
}
