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
    /// The tags that have lists of breaks.
    let schedules: [String]
    let rules: AdRules
    let client: WebClient
    let provenance: AddressProvenance

    /// Where the ads of planned breaks are, by their numbers.
    private let sources = PlannedSources()

    init(
        tags: [String], schedules: [String] = [], rules: AdRules = AdRules(), client: WebClient,
        provenance: AddressProvenance
    ) {
        self.rules = rules
        self.tags = tags
        self.schedules = schedules
        self.client = client
        self.provenance = provenance
    }

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

    private typealias Answer = (
        request: AdTagResolution.Request, bytes: Result<[UInt8], AdDecision.Failure>
    )

    private func decision(for opportunity: AdOpportunity) async -> AdDecision {
        let end = ContinuousClock.now + Self.limit
        let macros = macros(for: opportunity)
        var resolution = resolution(for: opportunity)
        var failures: [(request: Int, failure: AdDecision.Failure)] = []
        var asked: [AdTagResolution.Request] = []
        var documents: [Int: [UInt8]] = [:]
        var requests = resolution.begin()
        while !requests.isEmpty {
            asked += requests
            let answers = await answers(to: requests, macros, before: end)
            for (request, answer) in answers {
                switch answer {
                case .success(let bytes): documents[request.number] = bytes
                case .failure(let failure): failures.append((request.number, failure))
                }
            }
            requests = resolution.take(
                answers.map { request, bytes in
                    (
                        request.number,
                        bytes.mapError { VASTError(rawValue: $0.code) ?? .undefined }
                    )
                })
        }
        var decision = AdDecision(resolution, asked, documents, failures)
        decision.breakTracking = opportunity.plannedBreak.flatMap { sources.tracking(ofBreak: $0) }
        return decision
    }

    private func resolution(for opportunity: AdOpportunity) -> AdTagResolution {
        guard let number = opportunity.plannedBreak else {
            return AdTagResolution(tags: tags, rules: rules)
        }
        return sources.resolution(ofBreak: number, by: rules) ?? AdTagResolution(tags: [])
    }

    func plan(
        under privacy: AdPrivacy,
        report: @escaping @Sendable ([PlannedBreak], _ reason: String?) -> Void
    ) -> any SpotLoad {
        DocumentLoad(
            Task {
                let macros = macros(for: AdOpportunity(privacy: privacy))
                var breaks: [PlannedBreak] = []
                var reason: String?
                for place in schedules {
                    switch await list(at: place, macros) {
                    case .success(let document):
                        breaks += sources.add(document, from: place)
                        reason = reason ?? document.faultOfOffsets(in: place.withoutLogin)
                    case .failure(let failure): reason = reason ?? failure.words
                    }
                }
                if !Task.isCancelled { report(breaks, reason) }
            })
    }

    /// The list of breaks at an address, or in a file.
    private func list(
        at place: String, _ macros: AdMacros
    ) async -> Result<VMAPDocument, AdDecision.Failure> {
        let request = AdTagResolution.Request(number: 1, address: place, path: [])
        let end = ContinuousClock.now + Self.limit
        return await answer(to: request, macros, before: end).flatMap { bytes in
            do throws(VASTFailure) {
                return .success(try VMAPDocument(parsing: bytes))
            } catch {
                return .failure(
                    AdDecision.Failure(
                        code: error.code.rawValue, words: "\(place.withoutLogin) \(error)"))
            }
        }
    }

    /// Requests documents at the same time. Returns the answers in the order of the requests, so that
    /// a decision does not depend on which server is the faster one.
    private func answers(
        to requests: [AdTagResolution.Request], _ macros: AdMacros,
        before end: ContinuousClock.Instant
    ) async -> [Answer] {
        await withTaskGroup(of: Answer.self) { group in
            for request in requests {
                group.addTask { (request, await answer(to: request, macros, before: end)) }
            }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.request.number < $1.request.number }
        }
    }

    private func answer(
        to request: AdTagResolution.Request, _ macros: AdMacros, before end: ContinuousClock.Instant
    ) async -> Result<[UInt8], AdDecision.Failure> {
        let name = request.address.withoutLogin
        do {
            let rest = min(Self.hopLimit, end - .now)
            guard rest > .zero else {
                return .failure(Self.failure("\(name): no time is left for it"))
            }
            switch try SourceLocation(parsing: macros.replaced(in: request.address)) {
            case .web(let address):
                let from =
                    request.path.isEmpty
                    ? provenance : .document(typed: WebAddress(typedFor: request.path))
                return .success(
                    try await client.download(
                        WebRequest(address, from: from, headers: [.gzip]),
                        maximumByteCount: VASTDocument.maximumByteCount, within: rest
                    ).bytes)
            case .file(let path) where request.path.isEmpty && provenance == .typed:
                return .success(try Self.read(path))
            case .file, .standardInput:
                return .failure(Self.failure("\(name) is no http or https address"))
            }
        } catch {
            guard var error = error as? HTTPAccessError else {
                return .failure(Self.failure("\(name): \(error)"))
            }
            // As it was named, without the time and the random number.
            error.address = name
            return .failure(
                AdDecision.Failure(
                    code: error.reason.vastError.rawValue, words: error.description))
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        // Without waiting for somebody who writes to a pipe.
        let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
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

    private func macros(for opportunity: AdOpportunity) -> AdMacros {
        var macros = AdMacros.now
        macros.values.merge(opportunity.privacy?.macros ?? [:]) { $1 }
        if rules.lengths.lowerBound > .zero {
            let shortest = Int(saturating: rules.lengths.lowerBound.inSeconds.rounded(.up))
            macros.values["BREAKMINADLENGTH"] = "\(shortest)"
        }
        if rules.lengths.upperBound < AdRules.longest {
            let longest = Int(saturating: rules.lengths.upperBound.inSeconds)
            macros.values["BREAKMAXADLENGTH"] = "\(longest)"
        }
        if let most = rules.mostPerBreak { macros.values["BREAKMAXADS"] = "\(most)" }
        if !rules.blockedCategories.isEmpty {
            macros.values["BLOCKEDADCATEGORIES"] = rules.blockedCategories.joined(separator: ",")
        }
        if let duration = opportunity.duration {
            macros.values["BREAKMAXDURATION"] = "\(Int(saturating: duration.inSeconds))"
        }
        if let position = opportunity.position {
            macros.values["BREAKPOSITION"] = "\(position.rawValue)"
        }
        macros.values["ADTYPE"] = "audio"
        macros.values["SERVERSIDE"] = "0"
        macros.values["PLAYERCAPABILITIES"] =
            switch rules.skippableAds {
            case .heard: "skip,mute,autoplay"
            case .refused: "mute,autoplay"
            }
        macros.values["MEDIAMIME"] =
            "audio/mpeg,audio/mp4,audio/aac,audio/ogg,audio/flac,audio/wav,video/mp4"
        macros.values["VASTVERSIONS"] = "2,3,5,6,7,8,11,12,13,14"
        return macros
    }
}

extension HTTPAccessError.Reason {
    /// What a server learns of an answer that cannot be had: another one for a body that arrived
    /// and cannot be read.
    fileprivate var vastError: VASTError {
        switch self {
        case .tooLarge, .encoded, .undecodable: .malformed
        default: .wrapperUnreachable
        }
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
        _ documents: [Int: [UInt8]], _ failures: [(request: Int, failure: Failure)]
    ) {
        self.init()
        let ads = resolution.ads.prefix(AdTagResolution.adLimit)
        spots = ads.map { Advertisement($0) }
        spares = resolution.spareAds.prefix(AdTagResolution.adLimit).map { Advertisement($0) }
        hops = requests.map { request in
            let answer = documents[request.number].flatMap {
                $0.count > Hop.answerLimit ? nil : String(decoding: $0, as: UTF8.self)
            }
            return Hop(
                address: request.address.withoutLogin, depth: request.path.count,
                code: resolution.code(of: request.number)?.rawValue,
                reason: failures.first { $0.request == request.number }?.failure.words,
                answer: answer)
        }
        reports = resolution.reports.map { report in
            Report(
                code: report.code.rawValue, addresses: report.addresses,
                documentAddress: WebAddress(typedFor: report.path)?.description)
        }
        guard ads.isEmpty else { return }
        let code = resolution.failure ?? .noAd
        let words = failures.last { $0.failure.code == code.rawValue }?.failure.words
        failure = Failure(
            code: code.rawValue,
            words: words
                ?? (code == .noAd
                    ? "the ad servers have no ad"
                    : "the ad servers have no ad that can be heard (VAST error \(code.rawValue))"))
    }
}

extension WebAddress {
    /// The address that the operator typed, for addresses that the last of these documents names:
    /// private ones at the operator's own server may be requested only while no other server had a
    /// say. `nil` if one had, or the operator typed the name of a file.
    fileprivate init?(typedFor documents: [String]) {
        guard let first = documents.first, let typed = WebAddress(first),
            documents.allSatisfy({ WebAddress($0)?.hasSameOrigin(as: typed) == true })
        else { return nil }
        self = typed
    }
}

extension String {
    /// This address without a password.
    fileprivate var withoutLogin: String { WebAddress(self)?.description ?? self }
}

extension Advertisement {
    /// An ad that servers have decided on.
    fileprivate init(_ ad: DecidedAd) {
        self.init(
            id: 0, title: ad.title ?? "", audioFileURL: ad.media.address, duration: ad.duration,
            bannerFileURL: ad.banner, bannerTargetURL: ad.clickThrough, adID: ad.id)
        tracking = ad.tracking
        skipping = ad.skipOffset.map { Skipping.from($0) } ?? .never
        // try?: a time that nobody can wait for is no limit.
        expiry = ad.expires.flatMap { try? TimeBounds.length.check(.seconds($0)) }
        categories = ad.categories
        documentAddress = WebAddress(typedFor: ad.path)?.description
        guard documentAddress == nil else { return }
        reach = .publicNetwork
        guard ad.path.count == 1, let tag = ad.path.first, WebAddress(tag) == nil,
            WebAddress(ad.media.address) == nil, !ad.media.address.contains(":")
        else { return }
        // A file of the operator may name other ones, by default beside it.
        reach = .asNamed
        if !ad.media.address.hasPrefix("/") {
            audioFileURL =
                URL(filePath: tag).deletingLastPathComponent()
                .appending(path: ad.media.address).path(percentEncoded: false)
        }
    }
}
