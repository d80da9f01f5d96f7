import Advertising
import FoundationEssentials
import Glibc
import HTTPAccess
import MediaTime
import Platform
import StreamFetching

/// Asks ad servers over HTTP, and reads their answers from files.
///
/// All requests for one break together have a time limit, so that a server which does not answer
/// leaves the rest of the break for others.
struct FetchedAdDecisions: AdDecisionSupply {
    let tags: [String]
    let client: WebClient
    let provenance: AddressProvenance

    /// The time limit for one break, and for one document of it.
    private static let limit = Duration.seconds(5)
    private static let hopLimit = Duration.seconds(3)

    func decide(
        _ opportunity: AdOpportunity, report: @escaping @Sendable (AdDecision) -> Void
    ) -> any SpotLoad {
        DocumentLoad(
            Task {
                let decision = await decision(for: opportunity)
                if !Task.isCancelled { report(decision) }
            })
    }

    private typealias Answer = (AdTagResolution.Request, Result<[UInt8], AdDecision.Failure>)

    private func decision(for opportunity: AdOpportunity) async -> AdDecision {
        let end = ContinuousClock.now + Self.limit
        let macros = Self.macros(for: opportunity)
        var resolution = AdTagResolution(tags: tags)
        var failures: [Int: AdDecision.Failure] = [:]
        var requests: [AdTagResolution.Request] = []
        await withTaskGroup(of: Answer.self) { group in
            func ask(_ new: [AdTagResolution.Request]) {
                for request in new {
                    requests.append(request)
                    group.addTask { (request, await answer(to: request, macros, before: end)) }
                }
            }
            ask(resolution.begin())
            while let (request, answer) = await group.next() {
                if case .failure(let failure) = answer { failures[request.number] = failure }
                let bytes = answer.mapError { VASTError(rawValue: $0.code) ?? .undefined }
                ask(resolution.take(bytes, of: request.number))
            }
        }
        return AdDecision(resolution, requests, failures, tags)
    }

    private func answer(
        to request: AdTagResolution.Request, _ macros: AdMacros, before end: ContinuousClock.Instant
    ) async -> Result<[UInt8], AdDecision.Failure> {
        let place = macros.replaced(in: request.address)
        do {
            let rest = min(Self.hopLimit, end - .now)
            guard rest > .zero else {
                return .failure(Self.failure("\(request.address): no time is left for it"))
            }
            switch try SourceLocation(parsing: place) {
            case .web(let address):
                let from =
                    request.depth == 0
                    ? provenance : .document(typed: WebAddress(tags[request.tag]))
                return .success(
                    try await client.download(
                        WebRequest(address, from: from),
                        maximumByteCount: VASTDocument.maximumByteCount, within: rest
                    ).bytes)
            case .file(let path) where request.depth == 0 && provenance == .typed:
                return .success(try Self.read(path))
            case .file, .standardInput:
                return .failure(
                    Self.failure("\(request.address) is no http or https address"))
            }
        } catch {
            guard var error = error as? HTTPAccessError else {
                return .failure(Self.failure("\(request.address): \(error)"))
            }
            // As it was named, without the time and the random number.
            error.address = request.address
            return .failure(Self.failure(error.description))
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let file = try OwnedDescriptor(opening: path, O_RDONLY)
        var bytes: [UInt8] = []
        while bytes.count <= VASTDocument.maximumByteCount {
            let block = try Descriptor.read(from: file.number, atMost: 1 << 16)
            if block.isEmpty { break }
            bytes += block
        }
        return bytes
    }

    private static func failure(_ words: String) -> AdDecision.Failure {
        AdDecision.Failure(code: VASTError.wrapperUnreachable.rawValue, words: words)
    }

    private static func macros(for opportunity: AdOpportunity) -> AdMacros {
        var macros = AdMacros.now
        if let duration = opportunity.duration {
            macros.values["BREAKMAXDURATION"] = "\(Int(saturating: duration.inSeconds))"
        }
        macros.values["ADTYPE"] = "audio"
        macros.values["PLAYERSTATE"] = "-1"
        macros.values["VASTVERSIONS"] = "2,3,5,6,7,8,11,12,13,14"
        return macros
    }
}

extension AdMacros {
    /// The macros whose values differ in each request: the time (UTC), and a random number.
    static var now: AdMacros {
        AdMacros([
            "TIMESTAMP": Date.now.formatted(.iso8601),
            "CACHEBUSTING": "\(Int.random(in: 10_000_000...99_999_999))",
        ])
    }
}

extension AdDecision {
    fileprivate init(
        _ resolution: AdTagResolution, _ requests: [AdTagResolution.Request],
        _ failures: [Int: Failure], _ tags: [String]
    ) {
        self.init()
        let ads = resolution.ads
        spots = ads.map { Advertisement($0, tag: tags[$0.tag]) }
        hops = requests.sorted { $0.number < $1.number }.map { request in
            Hop(
                address: request.address, depth: request.depth,
                code: resolution.code(of: request.number)?.rawValue)
        }
        reports = resolution.reports.map { report in
            Report(
                code: report.code.rawValue, addresses: report.addresses,
                documentAddress: WebAddress(tags[report.tag])?.description)
        }
        guard ads.isEmpty else { return }
        let code = resolution.failure ?? .noAd
        let newest = failures.max { $0.key < $1.key }?.value
        failure = newest.map { $0.code == code.rawValue ? $0 : nil } ?? nil
        if failure == nil {
            failure = Failure(
                code: code.rawValue,
                words: code == .noAd ? "the ad servers have no ad" : "VAST error \(code.rawValue)")
        }
    }
}

extension Advertisement {
    /// An ad that servers have decided on, after the ad tag `tag` was requested.
    fileprivate init(_ ad: DecidedAd, tag: String) {
        self.init(
            id: 0, title: ad.title ?? "", audioFileURL: ad.media.address, duration: ad.duration,
            bannerFileURL: ad.banner, bannerTargetURL: ad.clickThrough,
            adID: ad.id.map { .text($0) })
        tracking = ad.tracking
        documentAddress = WebAddress(tag)?.description
        guard documentAddress == nil else { return }
        if WebAddress(ad.media.address) == nil, !ad.media.address.contains(":") {
            // A file of the operator may name other ones, by default beside it.
            guard !ad.media.address.hasPrefix("/") else { return }
            audioFileURL =
                URL(filePath: tag).deletingLastPathComponent()
                .appending(path: ad.media.address).path(percentEncoded: false)
        } else {
            reach = .publicNetwork
        }
    }
}
