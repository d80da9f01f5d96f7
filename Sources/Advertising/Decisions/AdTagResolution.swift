/// Finds the ads for a break in the answers of ad servers: ad tags in turn, each with its wrappers.
///
/// A value that decides and fetches nothing: ``begin()`` and ``take(_:)`` return what is to be
/// fetched, until ``isOver``.
package struct AdTagResolution: Sendable {
    /// An address to fetch.
    package struct Request: Hashable, Sendable {
        /// From 1 on, in the order of the requests.
        package let number: Int
        package let address: String
        /// The addresses of the documents that have led to it, the ad tag's first; none for an ad tag.
        package let path: [String]

        package init(number: Int, address: String, path: [String]) {
            self.number = number
            self.address = address
            self.path = path
        }
    }

    /// A report to ad servers that an ad is not heard.
    package struct Report: Hashable, Sendable {
        package let code: VASTError
        package let addresses: [String]
        /// The addresses of the documents that name them, the ad tag's first.
        package let path: [String]
    }

    /// How many wrappers may follow one another (VAST 4.3, section 2.4.1.2).
    package static let wrapperLimit = 5

    /// The most requests for one break, the most ads of one document, and the most addresses of all
    /// reports. What comes after them is left out.
    package static let requestLimit = 40
    package static let adLimit = 60
    package static let reportLimit = 1000

    private let tags: [String]
    private var nodes: [Node] = []
    private var nextTag = 0
    private var roots: [Int] = []

    /// What the servers are to be told of ads that are not heard, in order.
    package private(set) var reports: [Report] = []
    private var reportedCount = 0

    /// Why the latest document led to no ad; `nil` if none has failed.
    package private(set) var failure: VASTError?

    /// A document that is requested or known.
    private struct Node {
        let request: Request
        let chain: Chain
        var isKnown = false
        /// Its pod, in order.
        var pod: [Place] = []
        /// Its stand-alone ads that were needed, and those that were not.
        var chosen: [Place] = []
        var spares: ArraySlice<VASTAd> = []
        var code: VASTError?
    }

    /// What the wrappers above a document say.
    private struct Chain {
        var tracking = AdTracking()
        /// In lower case.
        var blockedCategories: Set<String> = []
        var followsWrappers = true
        var allowsSeveral = true
    }

    /// An ad in a document.
    private struct Place {
        var content = Content.nothing
        /// Whether a stand-alone ad may take its place.
        var mayFallBack = true
    }

    private enum Content {
        case ad(DecidedAd)
        /// A wrapper: the index of the document that it leads to.
        case document(Int)
        case nothing
    }

    /// The document that names ``tags``, or has the ads; `nil` if an operator does.
    private let origin: String?
    /// What that document has itself.
    private let embedded: VASTDocument?
    private let allowsSeveral: Bool
    private let rules: AdRules

    /// `tags` are asked in turn, each only if those before it have no ad. `origin` is the address of the
    /// list of breaks that names them; `nil` if an operator does.
    package init(
        tags: [String], from origin: String? = nil, allowsSeveral: Bool = true,
        rules: AdRules = AdRules()
    ) {
        self.tags = tags
        self.rules = rules
        self.origin = origin
        self.allowsSeveral = allowsSeveral
        embedded = nil
    }

    /// Finds the ads of `document`, which is part of the list of breaks at the address `origin`.
    package init(
        _ document: VASTDocument, in origin: String, allowsSeveral: Bool,
        rules: AdRules = AdRules()
    ) {
        tags = []
        self.rules = rules
        self.origin = origin
        self.allowsSeveral = allowsSeveral
        embedded = document
    }

    /// Whether nothing is to be fetched any more.
    package var isOver: Bool { !isWaiting && (nextTag >= tags.count || !ads.isEmpty) }

    private var isWaiting: Bool { nodes.contains { !$0.isKnown } }

    /// Returns the first request; none without an ad tag.
    package mutating func begin() -> [Request] {
        guard let embedded else { return askNextTag() }
        roots.append(nodes.count)
        _ = open(origin ?? "", by: firstChain, path: [])
        nodes[0].isKnown = true
        var requests: [Request] = []
        read(embedded, at: 0, &requests)
        return next(requests)
    }

    private var firstChain: Chain {
        var chain = Chain()
        chain.allowsSeveral = allowsSeveral
        return chain
    }

    private mutating func askNextTag() -> [Request] {
        guard nextTag < tags.count else { return [] }
        defer { nextTag += 1 }
        roots.append(nodes.count)
        return [open(tags[nextTag], by: firstChain, path: origin.map { [$0] } ?? [])]
    }

    private mutating func open(_ address: String, by chain: Chain, path: [String]) -> Request {
        let request = Request(number: nodes.count + 1, address: address, path: path)
        nodes.append(Node(request: request, chain: chain))
        return request
    }

    /// The answer to a request: the bytes of a document, or why there are none.
    package typealias Answer = (number: Int, bytes: Result<[UInt8], VASTError>)

    /// Takes answers in their order. Returns what is to be fetched next, once all requests are
    /// answered.
    package mutating func take(_ answers: [Answer]) -> [Request] {
        var requests: [Request] = []
        for answer in answers {
            let index = answer.number - 1
            guard nodes.indices.contains(index), !nodes[index].isKnown else { continue }
            nodes[index].isKnown = true
            do throws(VASTError) {
                try read(try answer.bytes.get(), at: index, &requests)
            } catch {
                fail(error, nodes[index].chain.tracking.errors, at: index)
            }
        }
        return next(requests)
    }

    /// What is to be fetched after `requests`, if there are none: stand-alone ads, or the next tag.
    private mutating func next(_ requests: [Request]) -> [Request] {
        var requests = requests
        guard requests.isEmpty, !isWaiting else { return requests }
        useSpares(&requests)
        if requests.isEmpty, ads.isEmpty { return askNextTag() }
        return requests
    }

    private mutating func fail(_ code: VASTError, _ addresses: [String], at index: Int) {
        failure = code
        nodes[index].code = nodes[index].code ?? code
        let addresses = Array(addresses.prefix(Self.reportLimit - reportedCount))
        guard !addresses.isEmpty else { return }
        reportedCount += addresses.count
        reports.append(
            Report(code: code, addresses: addresses, path: documents(to: index)))
    }

    private func documents(to index: Int) -> [String] {
        nodes[index].request.path + [nodes[index].request.address]
    }

    private mutating func read(
        _ bytes: [UInt8], at index: Int, _ requests: inout [Request]
    ) throws(VASTError) {
        let chain = nodes[index].chain
        // Servers without an ad often answer with nothing.
        guard bytes.contains(where: { $0 > 0x20 }) else {
            return fail(.noAd, chain.tracking.errors, at: index)
        }
        do throws(VASTFailure) {
            read(try VASTDocument(parsing: bytes), at: index, &requests)
        } catch {
            throw error.code
        }
    }

    private mutating func read(
        _ document: VASTDocument, at index: Int, _ requests: inout [Request]
    ) {
        let chain = nodes[index].chain
        guard !document.ads.isEmpty else {
            return fail(.noAd, chain.tracking.errors + document.errors, at: index)
        }
        let ads = document.ads.prefix(Self.adLimit)
        var pod = ads.filter { $0.sequence != nil }
        var alone = ads.filter { $0.sequence == nil }
        if !chain.allowsSeveral {
            if alone.isEmpty { alone = Array(pod.prefix(1)) }
            alone = Array(alone.prefix(1))
            pod = []
        }
        nodes[index].spares = alone[...]
        for ad in pod {
            let place = place(ad, below: index, &requests)
            nodes[index].pod.append(place)
        }
    }

    /// How many documents may lead to a wrapper. A list of breaks is none of them.
    private var pathLimit: Int {
        Self.wrapperLimit + (origin == nil || embedded != nil ? 0 : 1)
    }

    private mutating func place(
        _ ad: VASTAd, below index: Int, _ requests: inout [Request]
    ) -> Place {
        let chain = nodes[index].chain
        let path = documents(to: index)
        var tracking = chain.tracking
        tracking.add(ad)
        var place = Place()
        switch ad.content {
        case .nothing: fail(.schema, tracking.errors, at: index)
        case .inline(let inline):
            switch decide(on: ad, inline, tracking, below: index) {
            case .success(let ad): place.content = .ad(ad)
            case .failure(let mistake): fail(mistake, tracking.errors, at: index)
            }
        case .wrapper(let wrapper):
            place.mayFallBack = wrapper.fallsBack ?? true
            guard let address = wrapper.address else {
                fail(.schema, tracking.errors, at: index)
                break
            }
            guard chain.followsWrappers, path.count <= pathLimit, !path.contains(address) else {
                fail(.wrapperLimit, tracking.errors, at: index)
                break
            }
            guard nodes.count < Self.requestLimit else {
                fail(.wrapper, tracking.errors, at: index)
                break
            }
            var inner = chain
            inner.tracking = tracking
            inner.blockedCategories.formUnion(wrapper.blockedCategories.map { $0.lowercased() })
            inner.followsWrappers = wrapper.followsWrappers
            inner.allowsSeveral = wrapper.allowsSeveral
            requests.append(open(address, by: inner, path: path))
            place.content = .document(nodes.count - 1)
        }
        return place
    }

    /// The rule that forbids to play an ad; `nil` if none does.
    private func breach(of ad: VASTAd, _ inline: VASTInline, in chain: Chain) -> VASTError? {
        let blocked = Set(rules.blockedCategories.map { $0.lowercased() })
        if ad.categories.contains(where: {
            $0.isAmong(blocked) || $0.isAmong(chain.blockedCategories)
        }) {
            return .categoryBlocked
        }
        if !rules.blockedCategories.isEmpty, ad.categories.isEmpty { return .categoryMissing }
        switch rules.skippableAds {
        case .heard: return nil
        case .refused: return inline.linear?.skipOffset == nil ? nil : .notExpected
        }
    }

    /// The stand-alone ads beside the pods that were found, which may take the place of an ad whose
    /// media fail (VAST 4.3, section 2.3.1), in the order of the documents.
    package var spareAds: [DecidedAd] {
        guard !isWaiting, !ads.isEmpty else { return [] }
        return nodes.indices.flatMap { index -> [DecidedAd] in
            guard !nodes[index].pod.isEmpty, !ads(at: index).isEmpty else { return [] }
            return nodes[index].spares.compactMap { decided($0, below: index) }
        }
    }

    /// A stand-alone ad that brings its media and may be heard; `nil` for any other.
    private func decided(_ ad: VASTAd, below index: Int) -> DecidedAd? {
        guard case .inline(let inline) = ad.content else { return nil }
        var tracking = nodes[index].chain.tracking
        tracking.add(ad)
        guard case .success(let ad) = decide(on: ad, inline, tracking, below: index) else {
            return nil
        }
        return ad
    }

    /// An ad that brings its media, or why it is not heard. `tracking` is what it and the wrappers above
    /// it want to learn.
    private func decide(
        on ad: VASTAd, _ inline: VASTInline, _ tracking: AdTracking, below index: Int
    ) -> Result<DecidedAd, VASTError> {
        if let mistake = ad.mistake(of: inline)
            ?? breach(of: ad, inline, in: nodes[index].chain)
        {
            return .failure(mistake)
        }
        guard let linear = inline.linear, let media = linear.chosen else {
            return .failure(.schema)
        }
        return .success(DecidedAd(ad, linear, media, tracking, path: documents(to: index)))
    }

    /// Looks at stand-alone ads, one after the other, where one is needed: in place of an ad of a pod
    /// that cannot be heard, or because there is no pod.
    private mutating func useSpares(_ requests: inout [Request]) {
        // Those of the innermost documents first: what they have may be enough for the outer ones.
        for index in nodes.indices.reversed() {
            while requests.isEmpty, needsSpare(at: index), let ad = nodes[index].spares.popFirst() {
                let place = place(ad, below: index, &requests)
                nodes[index].chosen.append(place)
            }
        }
    }

    private func needsSpare(at index: Int) -> Bool {
        let found = nodes[index].chosen.count { !ads(of: $0).isEmpty }
        guard !nodes[index].pod.isEmpty else { return found == 0 }
        return nodes[index].pod.count { $0.mayFallBack && ads(of: $0).isEmpty } > found
    }

    /// The ads that were found, in the order in which they are to be heard; none while requests are
    /// out.
    package var ads: [DecidedAd] {
        guard !isWaiting else { return [] }
        return roots.lazy.map { ads(at: $0) }.first { !$0.isEmpty } ?? []
    }

    /// Why the document of a request led to no ad; `nil` if it led to one, or is not known yet.
    package func code(of number: Int) -> VASTError? {
        guard nodes.indices.contains(number - 1), ads(at: number - 1).isEmpty else { return nil }
        return nodes[number - 1].code
    }

    /// A pod by its sequence, in which a stand-alone ad takes the place of one that cannot be heard;
    /// or, without a pod, the first stand-alone ad that can (VAST 4.3, section 2.3.1).
    private func ads(at index: Int) -> [DecidedAd] {
        var alone = nodes[index].chosen.map { ads(of: $0) }.filter { !$0.isEmpty }[...]
        guard !nodes[index].pod.isEmpty else { return alone.first ?? [] }
        return nodes[index].pod.flatMap { place in
            let found = ads(of: place)
            return found.isEmpty && place.mayFallBack ? alone.popFirst() ?? [] : found
        }
    }

    private func ads(of place: Place) -> [DecidedAd] {
        switch place.content {
        case .ad(let ad): [ad]
        case .document(let index): ads(at: index)
        case .nothing: []
        }
    }
}
